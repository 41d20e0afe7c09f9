// The published record of bots in battles.
import { expect, test } from 'vitest'
import { $botRecord, botRates, loadBotRecord } from '../../../src/stores/battles/battle-bots.ts'
import { openServerFixture } from '../server-fixture.ts'
import { lost } from '../server-stub.ts'

const RECORD = { battles: 40, wins: 19, expected: 20, staked: 10_000, won: 9_100 }

const { wire } = openServerFixture()

test('is read, and stays when it cannot be read again', async () => {
  wire.on('/api/battles/bots', () => ({ success: true, bots: RECORD }))
  await loadBotRecord()
  expect($botRecord.get()).toEqual(RECORD)
  wire.on('/api/battles/bots', lost)
  await loadBotRecord()
  expect($botRecord.get()).toEqual(RECORD)
  expect(console.error).toHaveBeenCalledOnce()
})

test('has rates of won and expected seats, and none before the first battle', () => {
  expect(botRates(RECORD)).toEqual({ won: 0.475, expected: 0.5 })
  expect(botRates({ ...RECORD, battles: 0, wins: 0, expected: 0 })).toBeNull()
})
