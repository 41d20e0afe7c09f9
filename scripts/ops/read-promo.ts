// Reads what an operator says of a new promo code.
import { DEPOSIT } from '../../src/game/economy.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import { type NewPromo, promoName } from '../../src/server/services/promo.ts'
import { DAY_MS, readDay } from './days.ts'
import { onlyWord, readLine, UsageError, wholeNumber } from './operator.ts'

const CREATE_OPTIONS = {
  percent: { type: 'string' },
  uses: { type: 'string' },
  'per-player': { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  level: { type: 'string' },
  'min-deposit': { type: 'string' },
} as const

const MANY = 1_000_000_000

/** The code that a command is about, as it is stored. */
export function readCode(words: readonly string[]): string {
  const word = onlyWord(words, 'code')
  const name = promoName(word)
  if (name !== null) return name
  throw new UsageError(`"${word}" cannot be a code: up to 40 letters, digits, hyphens and underscores, and no spaces.`)
}

function readDollars(option: string, text: string | undefined): number {
  if (text === undefined) return 0
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) {
    throw new UsageError(`${option} has to be an amount in dollars like 10.00, not "${text}".`)
  }
  const amount = Math.round(Number(text) * 100)
  if (amount <= DEPOSIT.most) return amount
  throw new UsageError(`${option} is more than anyone can deposit at once: the most is ${formatMoney(DEPOSIT.most)}.`)
}

function readDays(
  from: string | undefined,
  until: string | undefined,
  now: Date,
): Pick<NewPromo, 'startsAt' | 'endsAt'> {
  const startsAt = readDay('--from', from)
  const lastDay = readDay('--until', until)
  const endsAt = lastDay === null ? null : new Date(lastDay.getTime() + DAY_MS)
  if (endsAt !== null && startsAt !== null && endsAt <= startsAt) {
    throw new UsageError(`The code would end before it begins: --from ${from} is after --until ${until}.`)
  }
  if (endsAt !== null && endsAt <= now) {
    throw new UsageError(`--until ${until} is over already.`)
  }
  return { startsAt, endsAt }
}

/**
 * Reads the line behind `create`. Days are whole ones in UTC, the last one included.
 *
 * @throws UsageError saying what is wrong with it
 */
export function readPromo(args: readonly string[], now: Date): NewPromo {
  const { values, positionals } = readLine(args, CREATE_OPTIONS)
  const code = readCode(positionals)
  const percent = wholeNumber('--percent', values.percent, { least: 1, most: 1000 })
  if (percent === undefined) throw new UsageError('Say what the code adds to a deposit, e.g. --percent 10.')
  return {
    code,
    percent,
    usesMax: wholeNumber('--uses', values.uses, { least: 1, most: MANY }) ?? null,
    usesPerPlayer: wholeNumber('--per-player', values['per-player'], { least: 1, most: MANY }) ?? 1,
    ...readDays(values.from, values.until, now),
    steamLevel: wholeNumber('--level', values.level, { least: 0, most: 10_000 }) ?? 0,
    depositMin: readDollars('--min-deposit', values['min-deposit']),
  }
}
