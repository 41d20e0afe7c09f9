import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { limitFaults } from '../../../src/server/catalogue/check-limits.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { catalogueFolder, faultsAfter } from './catalogue-folder.ts'

describe('a fault of the rewards is told with its line', () => {
  it.each([
    [
      'an unknown prize',
      '{"item":"ak-47-redline.fn"},"tickets":200000',
      '{"item":"ak-48"},"tickets":200000',
      /:\d+: unknown item "ak-48"$/,
    ],
    ['a case that is not sold', '{"case":"orion"}', '{"case":"lyra"}', /:\d+: unknown case "lyra"$/],
    [
      'tickets of the wheel that do not sum',
      '"tickets":100000},\n    {"prize":{"balance":100},"tickets":200000',
      '"tickets":100001},\n    {"prize":{"balance":100},"tickets":200000',
      /the wheel: the tickets sum to 1000001, not to 1000000$/,
    ],
    [
      'a wheel that gives back too much',
      '"price": 100,',
      '"price": 90,',
      /the wheel gives back 100\.00 %, outside of 85 % to 95 %: who spins it alone would play for next to nothing$/,
    ],
    [
      'a wheel that gives back too little',
      '"price": 100,',
      '"price": 110,',
      /the wheel gives back 81\.82 %, outside of 85 % to 95 %$/,
    ],
    [
      'tiers in another order',
      '"tier":"spark"',
      '"tier":"nova"',
      /the tiers must be spark, comet, nova, in this order$/,
    ],
    [
      'a tier that asks for less than the one before',
      '"deposited":2500',
      '"deposited":400',
      /free case "comet": must ask for more than the one before it$/,
    ],
    [
      'a calendar of eight days',
      '{"balance":5},{"balance":5},{"balance":5}',
      '{"balance":5},{"balance":5}',
      /must hold the prizes of nine days$/,
    ],
    [
      'a mission too few',
      '{"id":"a","period":"daily"',
      '{"id":"a","period":"weekly"',
      /3 daily missions are expected, not 2$/,
    ],
    ['two missions of one id', '{"id":"b"', '{"id":"a"', /mission "a": the id is taken above$/],
    ['a raffle without a prize', '"daily":["ak-47-redline.fn"]', '"daily":[]', /too small/],
    [
      'a referral that begins late',
      '"name":"silver","from":0',
      '"name":"silver","from":1',
      /the first tier must begin at 0$/,
    ],
    ['a tier that brings less', '"gold":15', '"gold":9', /tier "gold": must begin later and bring more/],
    [
      'bonuses capped below what first deposits are promised',
      '"depositBonus": {"percent":10',
      '"depositBonus": {"percent":4',
      /depositBonus\.percent is at least 5, which players who were referred/,
    ],
    [
      'a daily mission that gives a fortune for one step',
      '"count":10,"reward":{"balance":20}},\n{"id":"b"',
      '"count":1,"reward":{"balance":9999999}},\n{"id":"b"',
      /rewards\.json:\d+: mission "a": its reward is worth \$99,999\.99, more than \$5\.00: who completes missions with the smallest stakes would be paid for them$/,
    ],
    [
      'a weekly mission that gives too much',
      '"count":10000,"reward":{"balance":200}',
      '"count":1000000,"reward":{"balance":2501}',
      /mission "f": its reward is worth \$25\.01, more than \$25\.00: who completes missions with the smallest stakes/,
    ],
    [
      'a mission that gives more than a part of its stakes',
      '"count":10,"reward":{"balance":20}},\n{"id":"b"',
      '"count":1,"reward":{"balance":20}},\n{"id":"b"',
      /mission "a": its reward is worth \$0\.20, more than \$0\.15: 30 % of the \$0\.50 that completing it stakes at least; who completes missions with the smallest stakes/,
    ],
    [
      'a day of the calendar that gives too much',
      '"days": [{"balance":5}',
      '"days": [{"balance":501}',
      /the calendar: day 1 is worth \$5\.01, more than \$5\.00: a collector of gifts would be given it without a stake$/,
    ],
    [
      'a super prize that is worth too much',
      '"supers": [{"item":"ak-47-redline.fn.st"}]',
      '"supers": [{"item":"karambit"}]',
      /the calendar: super prize 1 is worth \$600\.00, more than \$100\.00: a collector of gifts/,
    ],
    [
      'a raffle with a prize that nobody can pay',
      '"hourly":["ak-47-redline.ft"]',
      '"hourly":["karambit"]',
      /the hourly raffle: prize "karambit" is worth \$600\.00, more than \$50\.00: a ring that enters raffles alone would be given it$/,
    ],
    [
      'a free case that gives back the deposit',
      '"deposited":500,',
      '"deposited":300,',
      /free case "spark" is worth \$1\.18 in the mean, more than \$0\.75: 25 % of the deposit that it asks for; who deposits for the free case alone would be given it$/,
    ],
    [
      'a prize of a kind that has no place there',
      '"supers": [{"item":"ak-47-redline.fn.st"}]',
      '"supers": [{"balance":5}]',
      /supers/,
    ],
  ])('%s', async (_, from, to, told) => {
    expect(await faultsAfter('rewards.json', from, to)).toContainEqual(expect.stringMatching(told))
  })
})

it('a spin of the wheel has a least and a highest price', async () => {
  await using place = await catalogueFolder()
  const reading = await readCatalogue(place)
  if (!reading.ok) throw new Error('The catalogue is wrong')
  const { rewards } = reading
  const faultsAt = (price: number) => limitFaults({ ...rewards, wheel: { ...rewards.wheel, priceCents: cents(price) } })
  expect([50, 1000].flatMap(faultsAt)).toEqual([])
  for (const price of [49, 1001]) {
    const gain = price < 50 ? '' : ': a collector of gifts would be given a spin of it every day'
    const message = `the wheel: a spin costs $${(price / 100).toFixed(2)}; $0.50 to $10.00 are allowed${gain}`
    expect(faultsAt(price)).toEqual([{ path: ['wheel', 'price'], message }])
  }
})
