// The text of rewards.json as the room Rewards writes it: that of the release stays as it is, and a change is in its own lines.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  partOfLine,
  type RewardsRecord,
  readRewardsFile,
  writeRewardsFile,
} from '../../src/office/session/rewards/rewards-file.ts'

const TEXT = readFileSync('data/rewards.json', 'utf8')

function read(text: string): RewardsRecord {
  const record = readRewardsFile(text)
  if (record === null) throw new Error('No file of rewards')
  return record
}

it('the file of the release is written as it is', () => {
  expect(writeRewardsFile(read(TEXT))).toBe(TEXT)
})

it('a change is in its own line', () => {
  const record = read(TEXT)
  const changed = writeRewardsFile({ ...record, wheel: { ...record.wheel, price: 101, paused: true } })
  const before = new Set(TEXT.split('\n'))
  expect(changed.split('\n').filter((line) => !before.has(line))).toEqual(['  "price": 101,', '  "paused": true,'])
  expect(read(changed).wheel).toEqual({ ...record.wheel, price: 101, paused: true })
})

it('lists may become empty', () => {
  const record = read(TEXT)
  const empty = { ...record, missions: [], wheel: { ...record.wheel, sectors: [] } }
  expect(read(writeRewardsFile(empty))).toEqual(empty)
})

it('a file from before battles and boards has what applies to it', () => {
  const { leaderboard: _, ...old } = JSON.parse(TEXT)
  delete old.gifts.leastStake.battle
  const record = read(JSON.stringify(old))
  expect(record.gifts.leastStake.battle).toBe(50)
  expect(record.leaderboard).toMatchObject({ holdHours: 24, prizes: { day: [], week: [], month: [] } })
})

it.each(['', '[]', '{"wheel":{}}', 'null'])('%j is no file of rewards', (text) => {
  expect(readRewardsFile(text)).toBeNull()
})

it.each([
  ['"hourly"', 'raffles'],
  ['"ownPercent"', 'gifts'],
  ['{"prize":{"item":"awp-hyper-beast.bs"},', 'wheel'],
  ['"tier": "nova"', 'freeCases'],
  ['"dayMost"', 'leaderboard'],
])('the line with %s is in %s', (words, part) => {
  const line = TEXT.split('\n').findIndex((one) => one.includes(words)) + 1
  expect(partOfLine(TEXT, line)).toBe(part)
})
