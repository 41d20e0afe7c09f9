// What the rewards gave in the last thirty days, and the margin that pays them: sums of what is stored of days, and of the running one.
import { addDays } from '../../../../game/base/site-time.ts'
import { marginCents, sumFigures } from '../../../../game/office/figures.ts'
import { GIFT_PARTS, type GivenByPart } from '../../../../game/rewards/gift-cost.ts'
import type { RewardsReply } from '../../../../protocol/office/rewards.ts'
import type { FiguresReader } from '../../figures/read.ts'

/** Days that are added up, today included. */
const DAYS = 30

/** Reads them. A day whose gifts are not counted by part yet is in no sum, so that all sums are of the same days. */
export async function readPastRewards(figures: FiguresReader): Promise<RewardsReply> {
  const today = figures.today()
  const { days, missing, given } = await figures.read({ first: addDays(today, 1 - DAYS), last: today })
  const givenOf = new Map(given.map((one) => [one.day, one.given]))
  const counted = days.filter(({ day }) => givenOf.has(day))
  const uncounted = days.flatMap(({ day }) => (givenOf.has(day) ? [] : [day]))
  const { active, margin, deposited } = sumFigures(counted)
  const sums = GIFT_PARTS.map((part) => [part, given.reduce((sum, one) => sum + one.given[part], 0)])
  return {
    days: counted.length,
    missing: [...missing, ...uncounted].sort(),
    playerDays: active,
    margin: marginCents(margin),
    deposited,
    given: Object.fromEntries(sums) as GivenByPart,
  }
}
