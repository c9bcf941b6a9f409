import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuses } from '../../../test/refusals.ts'
import { createWorld } from '../../../test/world.ts'

const world = await createWorld()

// ISO 4217, list one: codes by the digits of their minor unit. Codes of funds, metals and tests have none.
const minorUnits: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY
    COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR
    IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD
    NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP
    SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

test('every currency of ISO 4217 is there with its minor unit as denomination', async () => {
  const { client } = await world.person()
  const rules = new Map((await client.biddingRules.list()).data.map((rule) => [rule.currency, rule]))
  for (const [digits, codes] of Object.entries(minorUnits)) {
    for (const currency of codes.split(/\s+/)) {
      assert.equal(rules.get(currency)?.minimum_denomination, 10n ** (6n - BigInt(digits)), currency)
    }
  }
})

test('a rule has positive bounds that are multiples of its denomination', async () => {
  const { client } = await world.person()
  for (const rule of (await client.biddingRules.list()).data) {
    const { minimum_cpe_bid_local_micro: least, maximum_cpe_bid_local_micro: most, minimum_denomination: step } = rule
    assert.ok(least > 0n && least < most, rule.currency)
    assert.deepEqual([least % step, most % step], [0n, 0n], rule.currency)
  }
})

test('the rules of the dollar are those that its advertisers know', async () => {
  const { client } = await world.person()
  const { data, data_type, total_count, request } = await client.biddingRules.list({ currency: 'USD' })
  assert.deepEqual(data, [
    {
      currency: 'USD',
      minimum_cpe_bid_local_micro: 10_000n,
      maximum_cpe_bid_local_micro: 1_000_000_000n,
      minimum_denomination: 10_000n,
    },
  ])
  assert.deepEqual([data_type, total_count, request.params], ['bidding_rule', 1, { currency: 'USD' }])
})

test('all rules come at once, counted, each currency once and in the order of the codes', async () => {
  const { client } = await world.person()
  const { data, data_type, total_count, next_cursor } = await client.biddingRules.list()
  const codes = data.map((rule) => rule.currency)
  assert.deepEqual([data_type, total_count, next_cursor], ['bidding_rule', data.length, null])
  assert.deepEqual(codes, [...new Set(codes)].toSorted())
})

test('what is no ISO 4217 currency is refused', async () => {
  const { client } = await world.person()
  const wrong = { code: 'INVALID_PARAMETER', parameter: 'currency' }
  for (const currency of ['ZZZ', 'usd', 'US', 'USDT', '']) {
    await refuses(client.biddingRules.list({ currency }), 400, wrong)
  }
})

test('line items are held to the rules of their currency', async () => {
  const bids = { JPY: [1_000_000n, 10_000n], KWD: [1_000n, 500n], USD: [10_000n, 15_000n] } as const
  for (const [currency, [allowed, refused]] of Object.entries(bids)) {
    const { client, account_id, funding_instrument_id } = await world.advertiser({ currency })
    const total_budget_amount_local_micro = 1_000_000_000n
    const campaign = { account_id, funding_instrument_id, name: 'Bids', total_budget_amount_local_micro }
    const { data } = await client.campaigns.create(campaign)
    const lineItem = (bid_amount_local_micro: bigint) =>
      client.lineItems.create({
        account_id,
        campaign_id: data.id,
        objective: 'ENGAGEMENTS',
        product_type: 'PROMOTED_POSTS',
        placements: ['ALL_ON_PLATFORM'],
        bid_strategy: 'MAX',
        bid_amount_local_micro,
      })
    assert.equal((await lineItem(allowed)).data.bid_amount_local_micro, allowed, currency)
    await refuses(lineItem(refused), 400, { code: 'INVALID_DENOMINATION', attribute: 'bid_amount_local_micro' })
  }
})
