// Every number that the games are balanced by, with its reason; those that every page needs are in economy-everywhere.ts. Money in whole
// US cents.
import { cents } from './money.ts'

/** Odds are tickets out of a million: fine enough for a knife in a cheap case, and a percentage with four decimals. */
export const CASE_TICKETS = 1_000_000

/** Return to player of a case: below 80 % it is unfair to players, above 95 % a lucky week ruins the operator. */
export const CASE_RETURN_PERCENT = { least: 80, most: 95 } as const

/** Fewer than 8 items make a dull reel; more than 40 cannot be read on a phone. */
export const CASE_ITEMS = { least: 8, most: 40 } as const

/** From pocket money to what a deposit limit still allows. */
export const CASE_PRICE = { least: cents(50), most: cents(50_000) } as const

/** Ten reels are the most that a screen can show, and that one transaction should hold its locks for. */
export const OPEN_COUNT = { least: 1, most: 10 } as const

/** Play money of a new player in the sandbox: $100.00 opens any case but the dearest. */
export const SANDBOX_BALANCE = cents(10_000)

/** The bonus on the first deposit of a player whom another one brought: enough to be worth a code, less than a referrer can earn. */
export const FIRST_DEPOSIT_PERCENT = 5

/** Below a dollar providers take more than they bring; above ten thousand a payment is a matter for a person, not a form. */
export const DEPOSIT = { least: cents(100), most: cents(1_000_000) } as const

/** An order that is not paid by then has expired: providers keep their pages open no longer, and its limit is free again. */
export const ORDER_LIFE_MINUTES = 60

/** Orders of a player that wait for their money at once: each is a payment at its provider, which is asked about until it ends. */
export const ORDERS_OPEN_MOST = 20

/** Once a player, for looking at where the site speaks outside: the price of a cheap case. */
export const SOCIAL_BONUS = cents(50)

/** An upgrade takes six items at most: two rows of three beside the ring on a phone. None is enough where balance is staked. */
export const UPGRADE_ITEMS_MOST = 6

/** What an upgrade gives back in the long run, in ten-thousandths of the stake: 92 %, near the top of what a case may. */
export const UPGRADE_RETURN = 9200

/** Winning tickets of an upgrade: above 75 % it is a trade and no game, below 0.1 % nobody would live to see a win. */
export const UPGRADE_TICKETS = { least: 1000, most: 750_000 } as const

/** Targets offered with one tap, by how many times the stake they are worth: from three in five to one in eleven. */
export const UPGRADE_MULTIPLIERS = [1.5, 2, 3, 5, 10] as const

/** Targets offered with one tap, by winning tickets: the best chance there is, half, a quarter, a tenth, a hundredth. */
export const UPGRADE_CHANCES = [750_000, 500_000, 250_000, 100_000, 10_000] as const

/** Two items could be sold and bought as well; ten are the slots that fit a table. */
export const CONTRACT_ITEMS = { least: 3, most: 10 } as const

/** Below a dollar a ticket's rounding and the price of the cheapest items weigh more than the contract. */
export const CONTRACT_SUM_LEAST = cents(100)

/** What a contract gives back in the long run, in hundredths of its sum: 90 %, as every result is an item and none is nothing. */
export const CONTRACT_RETURN_PERCENT = 90

/** Results lie from a quarter of the sum to four times it: a loss leaves something, a win is worth telling. */
export const CONTRACT_REACH = 4

/** Fewer than three results are no draw; more than 40 cannot be read on a phone before signing, as with a case. */
export const CONTRACT_RESULTS = { least: 3, most: 40 } as const

/** So many items leave in one click: a screen of cards, and one transaction that locks them all. */
export const WITHDRAW_MOST = 20

/** Days that an offer waits at Steam for the player. Steam would let it stand for fourteen, with the item out of the shop's stock. */
export const TRADE_OFFER_DAYS = 3

/** Days that Steam lets either side take a trade of CS2 items back; until then an item is not gone. */
export const TRADE_PROTECTION_DAYS = 7

/** Steam holds the items of accounts without a mobile authenticator for fifteen days; past sixteen an exchange is stuck. */
export const TRADE_HOLD_DAYS = 16

/** In the place of one item that cannot be bought: as many as a contract takes. */
export const REPLACEMENTS_MOST = 10

/** Prices of a spin and of the wheel's items change; within this band the wheel is near the 90 % that it is made for. */
export const WHEEL_RETURN_PERCENT = { least: 85, most: 95 } as const

/** A super prize comes every so many days. */
export const CALENDAR_SUPER_DAYS = 10

/** So many missions of each period: what fits a phone without scrolling. */
export const MISSIONS_A_PERIOD = 3

/** How long a link of a referrer is remembered before its visitor signs in and takes the code. */
export const REFERRAL_COOKIE_DAYS = 30
