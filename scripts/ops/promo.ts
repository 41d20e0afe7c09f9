// The operator's promo codes: `npm run ops -- promo create CODE --percent 10` adds one, `-- list` shows all, `-- end CODE` ends one.
import { formatMoney } from '../../src/i18n/format.ts'
import { createPromo, endPromo, listPromos, type PromoReport } from '../../src/server/services/promo.ts'
import { dayOf } from './days.ts'
import { withDatabase } from './open-database.ts'
import { type Column, CommandRefused, type Group, readLine, table, UsageError } from './operator.ts'
import { readCode, readPromo } from './read-promo.ts'

const USAGE = `Usage: npm run ops -- promo create CODE --percent 10 [options]   add a code: 10 % on top of a deposit
       npm run ops -- promo list                               all codes, their uses, and the bonuses paid for them
       npm run ops -- promo end CODE                           end a code for good

Options of create:
  --percent N         what it adds to a deposit, 1 to 1000
  --uses N            how often it may be used in all; without it as often as there are players
  --per-player N      how often each player may use it; 1 without it
  --from 2026-12-01   its first day, in UTC; without it from now on
  --until 2026-12-31  its last day, in UTC; without it until it is ended
  --level N           the least Steam level; players whose level is 0 or hidden cannot use such a code
  --min-deposit 10.00 the least deposit in dollars

A code is up to 40 letters, digits, hyphens and underscores; players may type it in capitals or not.
In the list, "paid" and "open" are its uses, "of" is their limit in all and "each" for a player, "least" the least deposit, and
"bonuses" what its paid uses cost.`

const NONE = '-'

/** The last day of a code, which ends with it. */
function lastDay(endsAt: Date): string {
  return dayOf(new Date(endsAt.getTime() - 1))
}

function stateOf(promo: PromoReport, at: Date): string {
  if (promo.endedAt !== null) return `ended ${dayOf(promo.endedAt)}`
  if (promo.endsAt !== null && promo.endsAt <= at) return 'over'
  if (promo.usesMax !== null && promo.paid + promo.open >= promo.usesMax) return 'used up'
  return promo.startsAt !== null && promo.startsAt > at ? 'not begun' : 'active'
}

const COLUMNS: readonly Column[] = [
  { title: 'code' },
  { title: 'percent', right: true },
  { title: 'paid', right: true },
  { title: 'open', right: true },
  { title: 'of', right: true },
  { title: 'each', right: true },
  { title: 'from' },
  { title: 'until' },
  { title: 'level', right: true },
  { title: 'least', right: true },
  { title: 'bonuses', right: true },
  { title: 'state' },
]

function rowOf(promo: PromoReport, at: Date): string[] {
  return [
    promo.code,
    `${promo.percent} %`,
    String(promo.paid),
    String(promo.open),
    promo.usesMax === null ? NONE : String(promo.usesMax),
    String(promo.usesPerPlayer),
    promo.startsAt === null ? NONE : dayOf(promo.startsAt),
    promo.endsAt === null ? NONE : lastDay(promo.endsAt),
    promo.steamLevel === 0 ? NONE : String(promo.steamLevel),
    promo.depositMin === 0 ? NONE : formatMoney(promo.depositMin),
    formatMoney(promo.cost),
    stateOf(promo, at),
  ]
}

async function create(args: readonly string[]): Promise<void> {
  const promo = readPromo(args, new Date())
  if (await withDatabase((db) => createPromo(db, promo))) {
    console.log(`${promo.code} is added: ${promo.percent} % on top of a deposit.`)
    return
  }
  throw new CommandRefused(`There is, or was, a code ${promo.code}, and a name is used once. Choose another one.`)
}

async function list(args: readonly string[]): Promise<void> {
  const { positionals } = readLine(args, {})
  if (positionals.length > 0) throw new UsageError(`list shows all codes: "${positionals.join(' ')}" is too much.`)
  const promos = await withDatabase(listPromos)
  const at = new Date()
  if (promos.length === 0)
    console.log('There are no promo codes. Add one: npm run ops -- promo create CODE --percent 10')
  else
    console.log(
      table(
        COLUMNS,
        promos.map((promo) => rowOf(promo, at)),
      ),
    )
}

async function end(args: readonly string[]): Promise<void> {
  const code = readCode(readLine(args, {}).positionals)
  switch (await withDatabase((db) => endPromo(db, code, new Date()))) {
    case 'ended':
      console.log(`${code} is ended. Orders that were made with it keep their bonus.`)
      return
    case 'ended-before':
      throw new CommandRefused(`${code} was ended before.`)
    case 'unknown':
      throw new CommandRefused(`There is no code ${code}. All of them: npm run ops -- promo list`)
  }
}

/** The commands about promo codes. */
export const group: Group = { usage: USAGE, commands: { create, list, end } }
