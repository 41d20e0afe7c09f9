// The mode of the site that a database belongs to. Play money and real money never meet: a site of the other mode is refused.
import { OperatorError } from '../base/operator-error.ts'
import type { Ask } from './database.ts'

/** The site that opens a database. */
export interface OpeningSite {
  readonly mode: 'sandbox' | 'live'
  /** False where MODE is left out, which makes a sandbox. */
  readonly isModeSet: boolean
}

/** The database belongs to a site of the other mode. */
export class WrongMode extends OperatorError {
  /** @param place names the database and its setting, e.g. `shop at localhost:5432 (DATABASE_URL)` */
  constructor(place: string, site: OpeningSite) {
    super(`The database ${place} belongs to ${site.mode === 'live' ? SANDBOX_REFUSED : liveRefused(site)}`)
    this.name = 'WrongMode'
  }
}

const SANDBOX_REFUSED =
  'a sandbox: its balances are play money, and MODE=live would pay them out. Set DATABASE_URL to an empty database, or start ' +
  'this one with MODE=sandbox.'

function liveRefused({ isModeSet }: OpeningSite): string {
  return isModeSet
    ? 'a live shop: MODE=sandbox would give its players play money. Start it with MODE=live, or set DATABASE_URL to another database.'
    : 'a live shop, and MODE is not set, which means a sandbox. Set MODE=live, or set DATABASE_URL to another database.'
}

/** Refuses a database that was stamped with the other mode, before anything in it is changed. */
export async function refuseOtherMode(ask: Ask, site: OpeningSite, place: string): Promise<void> {
  const [table] = await ask(`select to_regclass('public.site_mode') is not null as exists`)
  if (table?.exists !== true) return
  const [stamp] = await ask('select mode from site_mode')
  if (stamp !== undefined && stamp.mode !== site.mode) throw new WrongMode(place, site)
}

/** A sandbox gives every player play money when it makes them, and only a sandbox has bots and orders of its own provider. */
const TRACES = `select
  exists (select from players) as used,
  exists (select from players where house)
    or exists (select from orders where provider = 'sandbox')
    or exists (
      select from transfers
      where credit_id = (select min(id) from players) and credit_id >= 1000 and kind = 'grant' and debit_id = 1
    ) as sandbox`

/**
 * Stamps a migrated database with the mode of its first site. One from before the stamp is stamped by the traces in it: with players,
 * it is a live shop's unless they have play money.
 *
 * @throws WrongMode when the traces are of the other mode
 */
export async function stampMode(ask: Ask, site: OpeningSite, place: string): Promise<void> {
  const [stamp] = await ask('select mode from site_mode')
  if (stamp !== undefined) return
  const [traces] = await ask(TRACES)
  const used = traces?.sandbox === true ? 'sandbox' : 'live'
  const mode = traces?.used === true ? used : site.mode
  await ask('insert into site_mode (mode) values ($1)', [mode])
  if (mode !== site.mode) throw new WrongMode(place, site)
}
