/**
 * The peer that most teams would write: NestJS on Express over TypeORM repositories, on the same tables. Plain
 * JavaScript, with the decorators applied by hand, so that it needs no build. It knows no caller, no limits and no
 * idempotency. Plain, it stores and reads campaigns and nothing else; given `same-job` it reads the funding instrument
 * along with them and, for a create, checks it and the limit of active campaigns and keeps the history.
 */
import 'reflect-metadata'
import {
  BadRequestException,
  Body,
  Controller,
  Get,
  Inject,
  Module,
  NotFoundException,
  Param,
  Post,
  Query,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm'
import { EntitySchema, MoreThan } from 'typeorm'
import { givenConnection, tellPort } from './child.ts'

const text = { type: 'text' }
const optional = { nullable: true }
const long = { type: 'bigint', ...optional }
const time = { type: 'timestamptz', precision: 0 }

const campaigns = new EntitySchema({
  name: 'Campaign',
  tableName: 'campaigns',
  columns: {
    account_id: { ...text, primary: true },
    id: { ...text, primary: true },
    name: text,
    funding_instrument_id: text,
    budget_optimization: text,
    entity_status: text,
    daily_budget_amount_local_micro: long,
    total_budget_amount_local_micro: long,
    standard_delivery: { type: 'boolean', ...optional },
    purchase_order_number: { ...text, ...optional },
    duration_in_days: { type: 'int', ...optional },
    frequency_cap: { type: 'int', ...optional },
    currency: text,
    complete: { type: 'boolean', select: false },
    created_at: time,
    updated_at: time,
    deleted: { type: 'boolean' },
  },
  relations: {
    funding: {
      type: 'many-to-one',
      target: 'FundingInstrument',
      createForeignKeyConstraints: false,
      joinColumn: [
        { name: 'account_id', referencedColumnName: 'account_id' },
        { name: 'funding_instrument_id', referencedColumnName: 'id' },
      ],
    },
  },
})

const key = { account_id: { ...text, primary: true }, id: { ...text, primary: true } }
const fundingInstruments = new EntitySchema({
  name: 'FundingInstrument',
  tableName: 'funding_instruments',
  columns: {
    ...key,
    type: text,
    currency: text,
    start_time: time,
    end_time: { ...time, ...optional },
    entity_status: text,
    credit_limit_local_micro: long,
    funded_amount_local_micro: long,
    spent_local_micro: { type: 'bigint' },
    deleted: { type: 'boolean' },
  },
})
const accounts = new EntitySchema({
  name: 'Account',
  tableName: 'accounts',
  columns: { id: { ...text, primary: true }, active_campaign_limit: { type: 'int' } },
})
const history = new EntitySchema({
  name: 'Change',
  tableName: 'account_history',
  columns: {
    ...key,
    entity_type: text,
    entity_id: text,
    change_type: text,
    change_time: time,
    platform: text,
    changes: { type: 'json' },
    entity_data: { type: 'json' },
    request_id: text,
  },
})

const isSameJob = process.argv[2] === 'same-job'
const related = isSameJob ? { relations: { funding: true } } : {}
let made = 0

/** Ids in order of creation, as the service's are. */
function nextId() {
  return Date.now().toString(36).padStart(8, '0') + (made++ % 36 ** 4).toString(36).padStart(4, '0')
}

class Campaigns {
  constructor(repository) {
    this.repository = repository
  }

  async get(account_id, id) {
    const data = await this.repository.findOne({ where: { account_id, id, deleted: false }, ...related })
    if (!data) throw new NotFoundException()
    return { data }
  }

  async list(account_id, count = '200', cursor = '') {
    const size = Number(count)
    const data = await this.repository.find({
      where: { account_id, deleted: false, ...(cursor ? { id: MoreThan(cursor) } : {}) },
      order: { id: 'ASC' },
      take: size + 1,
      ...related,
    })
    const next_cursor = data.length > size ? data[size - 1].id : null
    return { next_cursor, data: data.slice(0, size) }
  }

  async create(account_id, given) {
    const now = new Date()
    const campaign = { account_id, id: nextId(), budget_optimization: 'CAMPAIGN', entity_status: 'ACTIVE', ...given }
    const stamps = { created_at: now, updated_at: now, deleted: false, complete: false }
    const full = { ...campaign, currency: 'USD', standard_delivery: true, ...stamps }
    if (!isSameJob) return { data: await this.repository.save(full) }
    return this.repository.manager.transaction(async (manager) => {
      await checkCreate(manager, full)
      const data = await manager.save(campaigns, full)
      const change = { id: nextId(), entity_type: 'CAMPAIGN', entity_id: data.id, change_type: 'CREATE' }
      const told = { change_time: now, platform: 'API_OTHER', changes: {}, entity_data: data, request_id: nextId() }
      await manager.save(history, { account_id, ...change, ...told })
      return { data }
    })
  }
}

async function checkCreate(manager, { account_id, funding_instrument_id }) {
  const funding = await manager.findOneBy(fundingInstruments, { account_id, id: funding_instrument_id, deleted: false })
  if (!funding) throw new BadRequestException()
  const account = await manager.findOne(accounts, { where: { id: account_id }, lock: { mode: 'pessimistic_write' } })
  const active = await manager.countBy(campaigns, { account_id, entity_status: 'ACTIVE', deleted: false })
  if (active >= account.active_campaign_limit) throw new BadRequestException()
}

/** What `@Get(path)` and `@Param(name)` do where the language has decorators. */
function route(name, method, ...parameters) {
  method(Campaigns.prototype, name, Object.getOwnPropertyDescriptor(Campaigns.prototype, name))
  parameters.forEach((parameter, index) => parameter(Campaigns.prototype, name, index))
}

const account = Param('account_id')
route('get', Get(':campaign_id'), account, Param('campaign_id'))
route('list', Get(), account, Query('count'), Query('cursor'))
route('create', Post(), account, Body())
Inject(getRepositoryToken(campaigns))(Campaigns, undefined, 0)
Controller('12/accounts/:account_id/campaigns')(Campaigns)

const { host, port, user: username, password, database } = givenConnection()
const entities = [campaigns, fundingInstruments, accounts, history]

class App {}
Module({
  imports: [
    TypeOrmModule.forRoot({ type: 'postgres', host, port, username, password, database, entities, poolSize: 12 }),
    TypeOrmModule.forFeature([campaigns]),
  ],
  controllers: [Campaigns],
})(App)

const app = await NestFactory.create(App, { logger: ['error'] })
await app.listen(0, '127.0.0.1')
tellPort(app.getHttpServer().address())
