// The arguments and options of a new promo code.
import { type Command, InvalidArgumentError } from 'commander'
import { DEPOSIT } from '../../src/game/base/economy.ts'
import { DEPOSIT_BONUS_MOST } from '../../src/game/rewards/gift-bound.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import { type NewPromo, promoName } from '../../src/server/services/payments/promo.ts'
import { DAY_MS, day, utcDay, wholeNumber } from '../cli/parsers.ts'
import { UsageError } from '../cli/program.ts'

const MANY = 1_000_000_000

/** What `promo create` is given besides the code. */
export interface PromoOptions {
  readonly percent: number
  readonly uses?: number
  readonly perPlayer: number
  readonly from?: Date
  readonly until?: Date
  readonly level: number
  readonly minDeposit: number
}

/** Parses a code; returns it as it is stored. */
export function promoCode(text: string): string {
  const name = promoName(text)
  if (name !== null) return name
  throw new InvalidArgumentError('A code has up to 40 letters, digits, hyphens and underscores, and no spaces.')
}

/** Parses an amount in dollars; returns cents. */
function deposit(text: string): number {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) throw new InvalidArgumentError('Expected an amount in dollars like 10.00.')
  const amount = Math.round(Number(text) * 100)
  if (amount <= DEPOSIT.most) return amount
  throw new InvalidArgumentError(`Nobody can deposit more than ${formatMoney(DEPOSIT.most)} at once.`)
}

/** Adds the argument and the options of a new code. */
export function addPromoOptions(create: Command): Command {
  return create
    .argument('<code>', 'up to 40 letters, digits, hyphens and underscores; players may type it in any case', promoCode)
    .requiredOption(
      '--percent <number>',
      `required: what it adds to a deposit, in percent; at most gifts.depositBonus.percent of rewards.json, which is ${DEPOSIT_BONUS_MOST.percent} or less`,
      wholeNumber({ least: 1, most: 100 }),
    )
    .option('--uses <number>', 'how often all players together may use it', wholeNumber({ least: 1, most: MANY }))
    .option('--per-player <number>', 'how often a player may use it', wholeNumber({ least: 1, most: MANY }), 1)
    .option('--from <day>', 'its first day in UTC, like 2026-12-01; without it the code is valid at once', day)
    .option(
      '--until <day>',
      'its last day in UTC, like 2026-12-31; without it the code is valid until it is ended',
      day,
    )
    .option('--level <number>', 'the lowest Steam level that may use it', wholeNumber({ least: 0, most: 10_000 }), 0)
    .option('--min-deposit <dollars>', 'the smallest deposit that it applies to, like 10.00', deposit, 0)
}

/**
 * Returns the promo code that a command line describes. Days are whole days in UTC; the last one is included.
 *
 * @throws UsageError when its days contradict each other, or are over
 */
export function newPromo(code: string, options: PromoOptions, now: Date): NewPromo {
  const { percent, uses, perPlayer, from, until, level, minDeposit } = options
  const endsAt = until === undefined ? null : new Date(until.getTime() + DAY_MS)
  if (until !== undefined && from !== undefined && from > until) {
    throw new UsageError(
      `The code would end before it begins: --from ${utcDay(from)} is after --until ${utcDay(until)}.`,
    )
  }
  if (until !== undefined && endsAt !== null && endsAt <= now) throw new UsageError(`--until ${utcDay(until)} is over.`)
  return {
    code,
    percent,
    usesMax: uses ?? null,
    usesPerPlayer: perPlayer,
    startsAt: from ?? null,
    endsAt,
    steamLevel: level,
    depositMin: minDeposit,
  }
}
