/** What tables call the servers and the kinds of requests. */
export const names = {
  service: 'Billposter',
  bare: 'bare node:http',
  bareWhole: 'bare node:http, same statements',
  nest: 'NestJS + TypeORM, same job',
  nestPlain: 'NestJS + TypeORM, plain',
  jsonServer: 'json-server',
  get: 'GET one',
  list: 'list of 200',
  create: 'create',
  batch: 'batch of 40',
  pageOne: 'page 1',
  pageLate: 'page 90',
} as const
