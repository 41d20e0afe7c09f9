// The gift rules of data/rewards.json, for tests.
import { readFileSync } from 'node:fs'
import { cents } from '../../../src/game/base/money.ts'
import type { GiftRules } from '../../../src/game/rewards/rewards.ts'

interface Written extends Omit<GiftRules, 'depositBonus'> {
  readonly depositBonus: { readonly percent: number; readonly most: number }
}

const { gifts } = JSON.parse(readFileSync('data/rewards.json', 'utf8')) as { gifts: Written }

export const GIFTS: GiftRules = {
  ...gifts,
  depositBonus: { percent: gifts.depositBonus.percent, mostCents: cents(gifts.depositBonus.most) },
}
