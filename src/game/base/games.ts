// The registry of games. All lists of games are derived from it; the compiler reports what else a new entry needs.

/** The properties of a game that the rest of the site uses. */
interface Game {
  /** The field of accounts and of the site's statistics that counts its rounds; null where they are not counted. */
  readonly counter: 'cases' | 'upgrades' | 'contracts' | null
  /** The kind of transfer that charges its price; null where nothing is charged. */
  readonly charge: 'open' | 'upgrade' | 'spin' | 'battle' | null
  /** The kind of transfer that pays a prize to the balance; null where there is none. */
  readonly payout: 'spin-won' | 'battle-won' | null
  /** The house account of these transfers; null where there are none. */
  readonly account: 'case' | 'upgrade' | 'wheel' | 'battle' | null
  /** The state of an item that was staked in it; null where no items are staked. */
  readonly stakedState: 'upgraded' | 'contracted' | null
  /** True where each roll uses the seeds of one player. */
  readonly isPlayerRoll: boolean
  /** True where its results can be shared: those that are about an item. */
  readonly isShared: boolean
  /** The source of the items that it gives. */
  readonly source: 'case' | 'upgrade' | 'contract' | 'wheel' | 'raffle' | 'battle'
  /** Id of its icon in the sprite. */
  readonly icon: string
  /** The path of its page, without a language. */
  readonly path: string
}

/** The games by name. A name is part of the message that a roll hashes, so it never changes. */
export const GAMES = {
  case: {
    counter: 'cases',
    charge: 'open',
    payout: null,
    account: 'case',
    stakedState: null,
    isPlayerRoll: true,
    isShared: true,
    source: 'case',
    icon: 'cases',
    path: '/',
  },
  upgrade: {
    counter: 'upgrades',
    charge: 'upgrade',
    payout: null,
    account: 'upgrade',
    stakedState: 'upgraded',
    isPlayerRoll: true,
    isShared: true,
    source: 'upgrade',
    icon: 'upgrade',
    path: '/upgrade',
  },
  contract: {
    counter: 'contracts',
    charge: null,
    payout: null,
    account: null,
    stakedState: 'contracted',
    isPlayerRoll: true,
    isShared: true,
    source: 'contract',
    icon: 'contracts',
    path: '/contracts',
  },
  wheel: {
    counter: null,
    charge: 'spin',
    payout: 'spin-won',
    account: 'wheel',
    stakedState: null,
    isPlayerRoll: true,
    isShared: false,
    source: 'wheel',
    icon: 'wheel',
    path: '/wheel',
  },
  raffle: {
    counter: null,
    charge: null,
    payout: null,
    account: null,
    stakedState: null,
    isPlayerRoll: false,
    isShared: false,
    source: 'raffle',
    icon: 'raffle',
    path: '/raffle',
  },
  free_case: {
    counter: null,
    charge: null,
    payout: null,
    account: null,
    stakedState: null,
    isPlayerRoll: true,
    isShared: true,
    source: 'case',
    icon: 'free-case',
    path: '/free_case',
  },
  battle: {
    counter: null,
    charge: 'battle',
    payout: 'battle-won',
    account: 'battle',
    stakedState: null,
    isPlayerRoll: false,
    isShared: false,
    source: 'battle',
    icon: 'battles',
    path: '/battles',
  },
} as const satisfies Record<string, Game>

export type GameName = keyof typeof GAMES

/** The names of the games whose entry has `Part`. */
type GamesWith<Part> = { [Name in GameName]: (typeof GAMES)[Name] extends Part ? Name : never }[GameName]

type Entry = (typeof GAMES)[GameName]

function namesWhere<Name extends GameName>(isOne: (game: Game) => boolean): readonly Name[] {
  return (Object.keys(GAMES) as GameName[]).filter((name): name is Name => isOne(GAMES[name]))
}

/** The games that draw rolls: all of them. */
export const GAME_NAMES = namesWhere<GameName>(() => true)

/** The games whose rounds are counted for players and for the site. */
export type CountedGame = GamesWith<{ readonly counter: string }>
export const COUNTED_GAMES = namesWhere<CountedGame>(({ counter }) => counter !== null)

/** The games whose rolls use a player's own seeds. */
export type PlayerGame = GamesWith<{ readonly isPlayerRoll: true }>
export const PLAYER_GAMES = namesWhere<PlayerGame>(({ isPlayerRoll }) => isPlayerRoll)

/** The games whose results can be shared. */
export type SharedGame = GamesWith<{ readonly isShared: true }>
export const SHARED_GAMES = namesWhere<SharedGame>(({ isShared }) => isShared)

/** The games that stake items, so that an item can end in them. */
export type ItemStakeGame = GamesWith<{ readonly stakedState: string }>
export const ITEM_STAKE_GAMES = namesWhere<ItemStakeGame>(({ stakedState }) => stakedState !== null)

/** The state of an item that was staked in a game. */
export type StakedState = (typeof GAMES)[ItemStakeGame]['stakedState']
export const STAKED_STATES: readonly StakedState[] = ITEM_STAKE_GAMES.map((game) => GAMES[game].stakedState)

/** The games with a price, whose return to player is measured. */
export type PaidGame = GamesWith<{ readonly charge: string }> | ItemStakeGame
export const PAID_GAMES = namesWhere<PaidGame>(({ charge, stakedState }) => charge !== null || stakedState !== null)

/** The kinds of transfers that charge for games. */
export type Charge = NonNullable<Entry['charge']>
export const CHARGES = namesWhere(({ charge }) => charge !== null).map((name) => GAMES[name].charge as Charge)

/** The games that pay prizes to balances. */
export type PayoutGame = GamesWith<{ readonly payout: string }>

/** The kinds of transfers that pay prizes to balances. */
export type Payout = NonNullable<Entry['payout']>
export const PAYOUTS = namesWhere(({ payout }) => payout !== null).map((name) => GAMES[name].payout as Payout)

/** The source of a won item: a game, or a reward without a draw. */
export type DropSource = Entry['source'] | 'missions' | 'calendar'
export const DROP_SOURCES: readonly DropSource[] = [
  ...new Set(Object.values(GAMES).map(({ source }) => source)),
  'missions',
  'calendar',
]
