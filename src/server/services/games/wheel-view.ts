// The views of the wheel: its sectors, the last spins of everyone, and the player's own spins.

import { cents } from '../../../game/base/money.ts'
import { dayOf } from '../../../game/base/site-time.ts'
import { ticketRanges } from '../../../game/cases/case.ts'
import type { Wheel } from '../../../game/rewards/rewards.ts'
import { wheelReturn, wheelText } from '../../../game/rewards/wheel.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type { PrizeView } from '../../../protocol/prize.ts'
import type { LastSpin, OwnSpin, SectorView, WheelReply } from '../../../protocol/wheel.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Database } from '../../db/database.ts'
import { dropPlayer } from '../rolls/drop-player.ts'
import { oddsHashOf } from '../rolls/play.ts'
import { prizeView } from '../rolls/prize-view.ts'

const SHOWN = 20

/** Selects a spin and its prize; an item has the price at which it was won. */
const SELECT_SPINS = `
  select wheel_spins.roll_id as id, extract(epoch from wheel_spins.at) * 1000 as at, wheel_spins.balance,
  catalogue_items.view as item, items.price`

const FROM_SPINS = `
  from wheel_spins
  left join items on items.id = wheel_spins.roll_id
  left join catalogue_items on catalogue_items.id = wheel_spins.item_id`

const LAST = {
  name: 'last-spins',
  text: `${SELECT_SPINS}, players.id as player_id, players.username, players.avatar, players.hidden, accounts.spent
  ${FROM_SPINS}
  join players on players.id = wheel_spins.player_id
  join accounts on accounts.id = wheel_spins.player_id
  order by wheel_spins.roll_id desc limit ${SHOWN}`,
}

const OWN = {
  name: 'own-spins',
  text: `${SELECT_SPINS}, wheel_spins.free_day is not null as free, rolls.roll
  ${FROM_SPINS}
  join rolls on rolls.id = wheel_spins.roll_id
  where wheel_spins.player_id = $1 order by wheel_spins.roll_id desc limit ${SHOWN}`,
}

const FREE_USED = {
  name: 'free-spin-used',
  text: 'select 1 as used from wheel_spins where player_id = $1 and free_day = $2',
}

interface SpinRow {
  id: string
  at: string | number
  balance: string | number
  item: ItemView | null
  price: string | number | null
}

interface LastRow extends SpinRow {
  player_id: number
  username: string
  avatar: string
  hidden: boolean
  spent: string | number
}

interface OwnRow extends SpinRow {
  free: boolean
  roll: number
}

export interface WheelViews {
  /** Returns the wheel for a player, or for a guest. */
  of(playerId: number | null): Promise<Omit<WheelReply, 'success' | 'giftRefusal'>>
}

interface WheelViewParts {
  readonly db: Database
  readonly catalogue: () => LoadedCatalogue
  readonly now: () => number
  readonly timeZone: string
}

/** The part of the view that is the same for everyone. */
type Shown = Pick<WheelReply, 'paused' | 'price' | 'returnToPlayer' | 'sectors' | 'odds'>

const shown = new WeakMap<Wheel, Shown>()

/** Returns that part, cached for each wheel. */
function sharedView(wheel: Wheel): Shown {
  const known = shown.get(wheel)
  if (known !== undefined) return known
  const ranges = ticketRanges(wheel.sectors)
  const sectors = wheel.sectors.map(
    ({ prize, tickets }, place): SectorView => ({
      prize: prizeView(prize),
      tickets,
      from: ranges[place]?.from ?? 0,
      to: ranges[place]?.to ?? 0,
    }),
  )
  const hash = (isFree: boolean): string => oddsHashOf(wheelText(wheel, isFree))
  const made: Shown = {
    ...(wheel.paused === undefined ? {} : { paused: wheel.paused }),
    price: wheel.priceCents,
    returnToPlayer: wheelReturn(wheel),
    sectors,
    odds: { free: hash(true), paid: hash(false) },
  }
  shown.set(wheel, made)
  return made
}

function prizeOf({ balance, item, price }: SpinRow): PrizeView {
  if (item !== null) return { kind: 'item', item, price: Number(price) }
  const amount = Number(balance)
  return amount > 0 ? { kind: 'balance', amount } : { kind: 'nothing' }
}

const spinOf = (row: SpinRow): Pick<OwnSpin, 'id' | 'at' | 'prize'> => ({
  id: row.id,
  at: Math.round(Number(row.at)),
  prize: prizeOf(row),
})

function lastSpin(row: LastRow): LastSpin {
  const { player_id: id, username, avatar, hidden, spent } = row
  return { ...spinOf(row), user: dropPlayer({ id, username, avatar, hidden, spent: cents(Number(spent)) }) }
}

const ownSpin = (row: OwnRow): OwnSpin => ({ ...spinOf(row), free: row.free, roll: row.roll })

/** Makes the views over a database and a catalogue, with days in a time zone. */
export function createWheelViews({ db, catalogue, now, timeZone }: WheelViewParts): WheelViews {
  async function ownOf(playerId: number, day: string): Promise<NonNullable<WheelReply['own']>> {
    const [used, spins] = await Promise.all([
      db.run<{ used: number }>(FREE_USED, [playerId, day]),
      db.run<OwnRow>(OWN, [playerId]),
    ])
    return { free: used.length === 0, spins: spins.map(ownSpin) }
  }

  return {
    of: async (playerId) => {
      const { day, toMs } = dayOf(now(), timeZone)
      const [last, own] = await Promise.all([
        db.run<LastRow>(LAST, []),
        playerId === null ? null : ownOf(playerId, day),
      ])
      return { ...sharedView(catalogue().rewards.wheel), last: last.map(lastSpin), nextDay: toMs, own }
    },
  }
}
