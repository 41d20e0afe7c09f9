// The arguments and options of a new promo code.
import { type Command, InvalidArgumentError } from 'commander'
import { DEPOSIT } from '../../src/game/base/economy.ts'
import { BATCH_MOST, PREFIX_MOST, promoName, STEAM_LEVEL_MOST, USES_MOST } from '../../src/game/office/promo.ts'
import { DEPOSIT_BONUS_MOST } from '../../src/game/rewards/gift-bound.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import type { NewBatch, NewPromo } from '../../src/server/services/payments/promo-codes.ts'
import { DAY_MS, day, utcDay, wholeNumber } from '../cli/parsers.ts'
import { UsageError } from '../cli/program.ts'

/** What `promo create` is given besides the code. */
export interface PromoOptions {
  readonly percent?: number
  /** In cents. */
  readonly sum?: number
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

/** What a batch is given besides what its codes begin with. */
export type BatchOptions = Omit<PromoOptions, 'uses' | 'perPlayer'> & { readonly count: number }

/** Adds the argument and the options of a new code. */
export function addPromoOptions(create: Command): Command {
  return addTermOptions(
    create
      .argument(
        '<code>',
        'up to 40 letters, digits, hyphens and underscores; players may type it in any case',
        promoCode,
      )
      .option(
        '--uses <number>',
        'how often all players together may use it',
        wholeNumber({ least: 1, most: USES_MOST }),
      )
      .option('--per-player <number>', 'how often a player may use it', wholeNumber({ least: 1, most: USES_MOST }), 1),
  )
}

/** Adds the argument and the options of a new batch. */
export function addBatchOptions(create: Command): Command {
  return addTermOptions(
    create
      .argument(
        '<prefix>',
        `what its codes begin with: up to ${PREFIX_MOST} letters, digits, hyphens, underscores`,
        promoCode,
      )
      .requiredOption('--count <number>', 'required: how many codes', wholeNumber({ least: 1, most: BATCH_MOST })),
  )
}

/** Adds the options of what a code, or each code of a batch, gives, and to whom. */
function addTermOptions(create: Command): Command {
  return create
    .option(
      '--percent <number>',
      `what it adds to a deposit, in percent; at most gifts.depositBonus.percent of rewards.json, which is ${DEPOSIT_BONUS_MOST.percent} or less`,
      wholeNumber({ least: 1, most: 100 }),
    )
    .option('--sum <dollars>', 'a fixed sum that it adds to a deposit instead, like 5.00; needs --min-deposit', deposit)
    .option('--from <day>', 'its first day in UTC, like 2026-12-01; without it the code is valid at once', day)
    .option(
      '--until <day>',
      'its last day in UTC, like 2026-12-31; without it the code is valid until it is ended',
      day,
    )
    .option(
      '--level <number>',
      'the lowest Steam level that may use it',
      wholeNumber({ least: 0, most: STEAM_LEVEL_MOST }),
      0,
    )
    .option('--min-deposit <dollars>', 'the smallest deposit that it applies to, like 10.00', deposit, 0)
}

/**
 * Returns what a command line says that a code gives, and to whom. Days are whole days in UTC; the last one is included.
 *
 * @throws UsageError when its days contradict each other, or are over, and when it gives nothing, or two things
 */
export function promoTerms(
  options: Omit<PromoOptions, 'uses' | 'perPlayer'>,
  now: Date,
): Omit<NewBatch, 'prefix' | 'count'> {
  const { percent = 0, sum = 0, from, until, level, minDeposit } = options
  if (percent > 0 === sum > 0) throw new UsageError('Name what it gives: either --percent or --sum.')
  const endsAt = until === undefined ? null : new Date(until.getTime() + DAY_MS)
  if (until !== undefined && from !== undefined && from > until) {
    throw new UsageError(
      `The code would end before it begins: --from ${utcDay(from)} is after --until ${utcDay(until)}.`,
    )
  }
  if (until !== undefined && endsAt !== null && endsAt <= now) throw new UsageError(`--until ${utcDay(until)} is over.`)
  return { percent, sum, startsAt: from ?? null, endsAt, steamLevel: level, depositMin: minDeposit }
}

/** Returns the promo code that a command line describes. Throws UsageError as promoTerms does. */
export function newPromo(code: string, options: PromoOptions, now: Date): NewPromo {
  const { uses, perPlayer } = options
  return { ...promoTerms(options, now), code, usesMax: uses ?? null, usesPerPlayer: perPlayer }
}
