// The numbers that balance the games, each with its reason; those that every page needs are in economy-everywhere.ts. Money in
// whole US cents.
import { cents } from './money.ts'

/** Odds are tickets out of a million: fine enough for a knife in a cheap case, and a percentage with four decimals. */
export const CASE_TICKETS = 1_000_000

/** Return to player of a case: below 80 % it is unfair to players, above 95 % a lucky week is a loss for the operator. */
export const CASE_RETURN_PERCENT = { least: 80, most: 95 } as const

/** With fewer than 8 items a reel repeats itself; more than 40 cannot be read on a phone. */
export const CASE_ITEMS = { least: 8, most: 40 } as const

/** The highest price stays within what deposit limits allow. */
export const CASE_PRICE = { least: cents(50), most: cents(50_000) } as const

/** Ten reels are the most that fit a screen, and limit how long one transaction holds its locks. */
export const OPEN_COUNT = { least: 1, most: 10 } as const

/** Play money of a new player in the sandbox: $100.00 opens every case but the most expensive. */
export const SANDBOX_BALANCE = cents(10_000)

/** The bonus on a referred player's first deposit: high enough to enter a code. */
export const FIRST_DEPOSIT_PERCENT = 5

/** Below a dollar the fees of providers exceed the deposit; above ten thousand a payment needs manual handling. */
export const DEPOSIT = { least: cents(100), most: cents(1_000_000) } as const

/** An unpaid order expires after this time: providers close their pages by then, and its share of the limit is released. */
export const ORDER_LIFE_MINUTES = 60

/** Open orders of a player at once: each is a payment that is polled at its provider until it ends. */
export const ORDERS_OPEN_MOST = 20

/**
 * Payments that a player may open within a day without paying: more than three an hour are no attempts to pay, and each asks the provider and
 * leaves a row.
 */
export const ORDERS_UNPAID_DAY = 80

/** Paid once to each player for visiting the site's social networks: the price of a cheap case. */
export const SOCIAL_BONUS = cents(50)

/** An upgrade takes at most six items: two rows of three beside the ring on a phone. Zero is allowed when balance is staked. */
export const UPGRADE_ITEMS_MOST = 6

/** Winning tickets of an upgrade: above 75 % it is a trade rather than a game, below 0.1 % a win is too rare to be offered. */
export const UPGRADE_TICKETS = { least: 1000, most: 750_000 } as const

/** Suggested targets by multiplier of the stake: chances from three in five to one in eleven. */
export const UPGRADE_MULTIPLIERS = [1.5, 2, 3, 5, 10] as const

/** Suggested targets by winning tickets: the highest possible chance, a half, a quarter, a tenth, a hundredth. */
export const UPGRADE_CHANCES = [750_000, 500_000, 250_000, 100_000, 10_000] as const

/** Two items could be sold instead; ten slots fit the table. */
export const CONTRACT_ITEMS = { least: 3, most: 10 } as const

/** Below a dollar the rounding of tickets and the price of the cheapest items distort the odds. */
export const CONTRACT_SUM_LEAST = cents(100)

/** The return to player of a contract in percent of its sum: 90 %, because every result is an item. */
export const CONTRACT_RETURN_PERCENT = 90

/** Results range from a quarter of the sum to four times the sum. */
export const CONTRACT_REACH = 4

/** Fewer than three results are no draw; more than 40 cannot be read on a phone before signing, as with a case. */
export const CONTRACT_RESULTS = { least: 3, most: 40 } as const

/** Items in one withdrawal request: one screen of cards, and one transaction that locks them all. */
export const WITHDRAW_MOST = 20

/** Days until the site cancels an offer. Steam would keep it for fourteen, with the item unavailable to others. */
export const TRADE_OFFER_DAYS = 3

/** Days in which Steam lets either side reverse a trade of CS2 items; until then the item is not delivered for good. */
export const TRADE_PROTECTION_DAYS = 7

/** Steam holds the items of accounts without a mobile authenticator for fifteen days; after sixteen days an exchange is stuck. */
export const TRADE_HOLD_DAYS = 16

/** Replacements for one item that is out of stock: as many as a contract takes. */
export const REPLACEMENTS_MOST = 10

/** The prices of a spin and of the wheel's items change; within these bounds the wheel is close to its designed 90 %. */
export const WHEEL_RETURN_PERCENT = { least: 85, most: 95 } as const

/** With fewer sectors the wheel is a coin, with more they cannot be read on a phone. */
export const WHEEL_SECTORS = { least: 6, most: 24 } as const

/** Days between super prizes. */
export const CALENDAR_SUPER_DAYS = 10

/** Missions of each period: they fit a phone without scrolling. */
export const MISSIONS_A_PERIOD = 3

/** How long a browser remembers a referral link before its visitor signs in. */
export const REFERRAL_COOKIE_DAYS = 30

/** How long a browser remembers the first link of an advertisement that its visitor followed. */
export const CAMPAIGN_COOKIE_DAYS = 30

/** Rounds of a battle: fifty take four minutes to watch; more are another battle. */
export const BATTLE_ROUNDS = { least: 1, most: 50 } as const

/** The same case at most ten times in a battle, as in an opening. */
export const BATTLE_SAME_CASE_MOST = 10

/** The part of a seat that its player pays, in percent; the house pays the rest, and takes the same part of what the seat gets. */
export const BATTLE_PART_PERCENT = { least: 10, most: 100, step: 10 } as const

/** An open battle expires after this time, and its seats are refunded. */
export const BATTLE_OPEN_MINUTES = 30

/** Open battles of one creator at once: enough for every format, few enough that the lobby is not flooded. */
export const BATTLES_OPEN_MOST = 5

/**
 * Stakes in battles that a player may get back within a day, by cancelling, leaving or waiting: each costs nothing, and leaves up to 12 KB. Five
 * battles that find nobody expire ten times an hour at most, which nobody keeps up for ten hours.
 */
export const BATTLE_REFUNDS_DAY = 100

/** Withdrawals of a day that may end without a delivery, where data/payments.json says nothing: each costs nothing, and leaves some rows for ever. */
export const WITHDRAWALS_UNDELIVERED_DAY = 100

/** Pairs of seeds that a player may reveal within a day without a roll: enough to try out fairness, and each is a row. */
export const SEEDS_UNUSED_DAY = 50

/** What a player may pay for the seats of others within a day; above it, battles would be a way to move money between accounts. */
export const BATTLE_FUND_DAY = cents(5000)

/** The highest price of an item: a million dollars. A higher one is a mistake of the list that it comes from. */
export const ITEM_PRICE_MOST = cents(100_000_000)

/**
 * The most that one reward may be worth. Data may only vary below: a mission of $100,000 is a typing error, and players find it before the
 * operator does.
 */
export const REWARD_MOST = {
  /** What a player can claim every day; the shipped ones are $0.25. */
  dailyMission: cents(500),
  /** Five times that: a week of play. */
  weeklyMission: cents(2_500),
  /** Nine small steps to the super prize; the shipped ones are up to $0.60. */
  calendarDay: cents(500),
  /** Given every tenth day without a stake; the shipped ones are up to $5. */
  calendarSuper: cents(10_000),
  /** The rarest sector: ten times the shipped one. */
  wheelSector: cents(50_000),
  /** The rarest item of a free case: four times the shipped one. */
  freeCaseItem: cents(250_000),
  /** Prizes of raffles are paid by their entrants' margin: a higher one is never reached, and rolls over for ever. */
  raffle: { hourly: cents(5_000), daily: cents(20_000), weekly: cents(100_000) },
  /** Of the first place. Paid out of the winner's margin too. */
  leaderPrize: { day: cents(5_000), week: cents(25_000), month: cents(100_000) },
} as const

/** A mission's reward is at most this part of the least stakes that complete it: above it, nobody would make the margin that unlocks it. */
export const MISSION_PERCENT_MOST = 30

/** A free case returns at most this part of the deposit that it asks for, in the mean: it is a thank-you, not a discount. */
export const FREE_CASE_PERCENT_MOST = 25

/** A spin below the least is no stake that makes margin; the daily free one costs the shop its mean, so the price has a limit. */
export const WHEEL_PRICE = { least: cents(50), most: cents(1_000) } as const

/** Roubles for one unit of each currency: far around the rates of the last ten years, so that a digit too few or too many is outside. */
export const RATE_RANGE = {
  RUB: { least: 1, most: 1 },
  USD: { least: 25, most: 400 },
  UAH: { least: 0.7, most: 10 },
} as const

/** A rate that changes by more than this at once is more often a typing error than the market; an operator can confirm it. */
export const RATE_CHANGE_PERCENT_MOST = 20

/**
 * The rules of prices where a catalogue has none of its own. Cheap items move by a multiple within a day without a reason; dear ones
 * rarely by a third, and then a person looks. A daily list is a day old at most, and half a day more where a source failed.
 */
export const PRICE_RULES = {
  classes: [
    { upToCents: cents(100), movePercent: 100, edgeBasisPoints: 200 },
    { upToCents: cents(1_000), movePercent: 60, edgeBasisPoints: 100 },
    { upToCents: cents(10_000), movePercent: 40, edgeBasisPoints: 0 },
    { upToCents: null, movePercent: 30, edgeBasisPoints: 0 },
  ],
  wrongListPercent: 5,
  freshHours: 36,
  drawHours: 60,
  upgradeEdge: { basisPoints: 800, perAgeHour: 10, mostBasisPoints: 2_500 },
} as const

/**
 * How far an operator's own rules of prices may go. A bound below 5 % holds what moves every day, one above 150 % lets a market that
 * tripled pass. A list of which a quarter jumps is never right. Prices of last week are no prices; nothing is drawn
 * at those of ten days ago. An upgrade returns at least 70 %, and
 * at most what a case may.
 */
export const PRICE_RULE_LIMITS = {
  classes: { least: 1, most: 20 },
  movePercent: { least: 5, most: 150 },
  edgeBasisPoints: { least: 0, most: 1_500 },
  wrongListPercent: { least: 1, most: 25 },
  freshHours: { least: 1, most: 168 },
  drawHours: { least: 1, most: 240 },
  upgradeEdge: {
    basisPoints: { least: 500, most: 2_000 },
    perAgeHour: { least: 0, most: 100 },
    mostBasisPoints: { least: 500, most: 3_000 },
  },
} as const

/** By when a person decides what waits for one, in hours: what players are promised until enough decisions were measured. */
export const DECISION_HOURS = { withdrawals: 24, payments: 72, deposits: 72, prices: 24, accounts: 72 } as const
