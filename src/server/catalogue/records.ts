// The schemas of the records in the data folder.

import { z } from 'zod'
import { CRATE_EMBLEMS, CRATE_FORMS, CRATE_MATERIALS } from '../../art/crates.ts'
import {
  CASE_TICKETS,
  DECISION_HOURS,
  DEPOSIT,
  ITEM_PRICE_MOST,
  PRICE_RULE_LIMITS,
  WHEEL_SECTORS,
  WITHDRAWALS_UNDELIVERED_DAY,
} from '../../game/base/economy.ts'
import { LANGUAGES, perLanguage, type Translated } from '../../game/base/language.ts'
import { WEAPON_CLASSES, WEARS } from '../../game/catalogue/catalogue.ts'
import { RARITIES } from '../../game/catalogue/rarity.ts'
import {
  EXCLUSION_WORDS_MOST,
  QUIET_DAYS,
  SIGNAL_BOUNDS,
  WINDOW_DAYS as SIGNAL_WINDOW_DAYS,
  type SignalKind,
  type SignalRule,
} from '../../game/office/safer-play.ts'
import { CURRENCIES } from '../../game/payments/deposit.ts'
import { PRICE_RISE_OFFERS } from '../../game/payments/payment-rules.ts'
import { LEADER_HOLD_HOURS } from '../../game/rewards/leaderboard.ts'
import { FREE_TIERS, MISSION_GOALS, MISSION_PERIODS, REFERRAL_TIERS } from '../../game/rewards/rewards.ts'
import { REFUSE_REASONS } from '../../game/withdrawal/withdrawal.ts'
import { REFUSALS_MOST, WEAK_DAY_MOST, WEAKABLE_REASONS } from '../../game/withdrawal/withdrawal-rules.ts'

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be of lower-case letters, digits and hyphens')
const text = z.string().refine((value) => value.trim() !== '', 'must not be empty')

/** Makes the schema of a name: in English, and in the other languages where it is translated. */
function nameOf(part: z.ZodType<string>): z.ZodType<Translated> {
  const parts = LANGUAGES.map((language) => [language, language === 'en' ? part : part.optional()])
  return z.strictObject(Object.fromEntries(parts)) as unknown as z.ZodType<Translated>
}

const localized = nameOf(text)
const bareName = text.refine(
  (name) => !/★|StatTrak|^Souvenir\b/.test(name),
  'must not hold the star, StatTrak or Souvenir',
)
const hue = z.int().min(0).max(359)

/** One skin: a line of skins.json. `wears` is empty for a knife without a finish. */
export const skinRecord = z.strictObject({
  id: slug,
  model: text,
  class: z.enum(WEAPON_CLASSES),
  rarity: z.enum(RARITIES),
  star: z.boolean(),
  name: nameOf(bareName),
  wears: z.array(z.enum(WEARS)).refine((wears) => new Set(wears).size === wears.length, 'must not hold a wear twice'),
  stattrak: z.boolean(),
  icon: text.nullable(),
})

export type SkinRecord = z.infer<typeof skinRecord>

/** A price in prices.json: whole US cents. */
export const priceRecord = z.int().positive().max(ITEM_PRICE_MOST)

/** One category: a line of `categories` in cases.json. */
export const categoryRecord = z.strictObject({ id: slug, name: localized })

export type CategoryRecord = z.infer<typeof categoryRecord>

/** The description of a crate, from which its picture is drawn. */
export const artRecord = z.strictObject({
  form: z.enum(CRATE_FORMS),
  material: z.enum(CRATE_MATERIALS),
  hue1: hue,
  hue2: hue,
  emblem: z.enum(CRATE_EMBLEMS),
  wear: z.number().min(0).max(1),
})

/** A moment of a record, with its zone: `2026-12-01T10:00:00Z`. */
const moment = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-12-01T10:00:00Z' })

/** One case of cases.json. A picture with `art` is drawn from it; one without is a file of the release. */
export const caseRecord = z.strictObject({
  url: slug,
  name: localized,
  image: z.string().regex(/^[a-z0-9-]+\.(svg|png|webp|avif|jpg)$/, 'must be the name of a picture file'),
  category: slug,
  price: z.int().positive(),
  enabled: z.boolean(),
  /** When it is sold first, and when it is not any more; always without them. */
  from: moment.optional(),
  until: moment.optional(),
  art: artRecord.optional(),
  entries: z.array(z.strictObject({ item: z.string(), tickets: z.int().min(1).max(CASE_TICKETS) })),
})

export type CaseRecord = z.infer<typeof caseRecord>

const prizeItem = z.strictObject({ item: z.string() })
const prizeBalance = z.strictObject({ balance: z.int().positive() })
const prizeCase = z.strictObject({ case: slug })
const prizeNothing = z.strictObject({ nothing: z.literal(true) })

/** A prize of rewards.json: `{"item": "ak-47-redline.ft"}`, `{"balance": 50}` in cents, `{"case": "orion"}` or `{"nothing": true}`. */
export type PrizeRecord =
  | z.infer<typeof prizeItem>
  | z.infer<typeof prizeBalance>
  | z.infer<typeof prizeCase>
  | z.infer<typeof prizeNothing>

const percent = z.int().min(0).max(100)

/** `gifts` of rewards.json; src/game/rewards/gift-bound.ts says how far an operator may go. */
const giftsRecord = z.strictObject({
  ownPercent: percent,
  referrerPercent: z.strictObject({ silver: percent, gold: percent, platinum: percent }),
  referrerHoldHours: z.int().min(0).max(8760),
  rafflePercent: percent,
  priceRiskPercent: percent,
  leastStake: z.strictObject({
    case: z.int().positive(),
    upgrade: z.int().positive(),
    contract: z.int().positive(),
    wheel: z.int().positive(),
    /** Left out by an operator's own file from before there were battles. */
    battle: z.int().positive().default(50),
  }),
  depositBonus: z.strictObject({ percent, most: z.int().min(0) }),
  withoutDeposit: z.strictObject({ steamLevel: z.int().min(0), accountDays: z.int().min(0) }),
  wonPriceHours: z.int().min(0),
})

const leaderPrizes = z.array(z.int().positive()).max(10)

/** `leaderboard` of rewards.json; src/game/rewards/leader-bound.ts says how far an operator may go. */
const leaderboardRecord = z.strictObject({
  dayMost: z.int().positive().max(1_000_000),
  leastStake: z.int().positive(),
  holdHours: z.int().min(0).max(720),
  prizes: z.strictObject({ day: leaderPrizes, week: leaderPrizes, month: leaderPrizes }),
})

/** What applies to an operator's own file from before there were leaderboards: boards without prizes. */
const NO_LEADER_PRIZES = {
  dayMost: 2000,
  leastStake: 100,
  holdHours: LEADER_HOLD_HOURS,
  prizes: { day: [], week: [], month: [] },
}

const ticketed = z.int().min(1).max(CASE_TICKETS)

/** An import of prices writes it where no tickets keep a reward within its limits. */
const paused = z.literal(true).optional()

/** The whole of rewards.json. */
export const rewardsRecord = z.strictObject({
  freeCases: z.array(
    z.strictObject({
      tier: z.enum(FREE_TIERS),
      deposited: z.int().positive(),
      name: localized,
      image: z.string().regex(/^[a-z0-9-]+\.(svg|png|webp|avif|jpg)$/, 'must be the name of a picture file'),
      art: artRecord.optional(),
      entries: z.array(z.strictObject({ item: z.string(), tickets: ticketed })),
      paused,
    }),
  ),
  wheel: z.strictObject({
    price: z.int().positive(),
    paused,
    sectors: z
      .array(z.strictObject({ prize: z.union([prizeItem, prizeBalance, prizeNothing]), tickets: ticketed }))
      .min(WHEEL_SECTORS.least)
      .max(WHEEL_SECTORS.most),
  }),
  calendar: z.strictObject({
    days: z.array(z.union([prizeItem, prizeBalance])).length(9, 'must hold the prizes of nine days'),
    supers: z.array(prizeItem).min(1),
  }),
  missions: z.array(
    z.strictObject({
      id: slug,
      period: z.enum(MISSION_PERIODS),
      goal: z.enum(MISSION_GOALS),
      count: z.int().positive(),
      reward: z.union([prizeItem, prizeBalance, prizeCase]),
    }),
  ),
  raffles: z.strictObject({
    hourly: z.array(z.string()).min(1),
    daily: z.array(z.string()).min(1),
    weekly: z.array(z.string()).min(1),
  }),
  referral: z.array(
    z.strictObject({
      name: z.enum(REFERRAL_TIERS),
      from: z.int().min(0),
    }),
  ),
  gifts: giftsRecord,
  leaderboard: leaderboardRecord.default(NO_LEADER_PRIZES),
})

export type RewardsRecord = z.infer<typeof rewardsRecord>

const holdHours = z.strictObject({ firstHours: z.int().min(0).max(720), laterHours: z.int().min(0).max(720) })

const decisionHours = z.int().min(1).max(720)

/** The whole of payments.json; amounts are whole US cents. */
export const paymentsRecord = z.strictObject({
  holds: z.strictObject({ card: holdHours, bank: holdHours, crypto: holdHours }),
  newCardAccounts: z.strictObject({ days: z.int().min(0).max(365), mostADay: z.int().positive().max(DEPOSIT.most) }),
  review: z.strictObject({
    itemAbove: z.int().positive(),
    dayAbove: z.int().positive(),
    firstDepositHours: z.int().min(0).max(720),
    steamAccountDays: z.int().min(0).max(3650),
  }),
  priceRisePercent: z.int().min(0).max(1000),
  /** Missing in editions from before there was a choice. */
  priceRiseOffer: z.enum(PRICE_RISE_OFFERS).default('replacement'),
  defaultCurrency: z.strictObject(perLanguage(() => z.enum(CURRENCIES).optional())).default({}),
  /** Missing in editions from before there was a limit. */
  undeliveredADay: z.int().min(10).max(1000).default(WITHDRAWALS_UNDELIVERED_DAY),
  /** Missing in editions from before waits were explained. */
  decisionHours: z
    .strictObject({
      withdrawals: decisionHours,
      payments: decisionHours,
      deposits: decisionHours,
      prices: decisionHours,
      accounts: decisionHours,
    })
    .default(DECISION_HOURS),
})

export type PaymentsRecord = z.infer<typeof paymentsRecord>

/** A sentence or two: what is longer is a letter. */
const refusalText = z.string().trim().min(10).max(400)

/** The whole of withdrawals.json; amounts are whole US cents. */
export const withdrawalRulesRecord = z.strictObject({
  weak: z.strictObject({ reasons: z.array(z.enum(WEAKABLE_REASONS)), dayBelow: z.int().min(0).max(WEAK_DAY_MOST) }),
  refusals: z
    .array(
      z.strictObject({ id: slug, kind: z.enum(REFUSE_REASONS), text: z.strictObject(perLanguage(() => refusalText)) }),
    )
    .min(1)
    .max(REFUSALS_MOST),
})

export type WithdrawalRulesRecord = z.infer<typeof withdrawalRulesRecord>

const within = ({ least, most }: { readonly least: number; readonly most: number }): z.ZodType<number> =>
  z.int().min(least).max(most)

const hour = z.int().min(0).max(24)

/** A rule of safer play: its window, and its thresholds within their bounds. */
const signalRule = <const Kind extends SignalKind>(kind: Kind) =>
  z.strictObject({
    windowDays: within(SIGNAL_WINDOW_DAYS),
    ...Object.fromEntries(Object.entries(SIGNAL_BOUNDS[kind]).map(([name, bounds]) => [name, within(bounds)])),
  }) as unknown as z.ZodType<SignalRule<Kind>>

/** The whole of safer-play.json; amounts are whole US cents. */
export const saferPlayRecord = z.strictObject({
  night: z.strictObject({ from: hour, to: hour }),
  quietDays: within(QUIET_DAYS),
  rules: z.strictObject({
    chasing: signalRule('chasing'),
    'many-deposits': signalRule('many-deposits'),
    nights: signalRule('nights'),
    'limits-raised': signalRule('limits-raised'),
    'withdrawals-cancelled': signalRule('withdrawals-cancelled'),
  }),
  words: z
    .array(z.strictObject({ id: slug, text: z.strictObject(perLanguage(() => refusalText)) }))
    .min(1)
    .max(EXCLUSION_WORDS_MOST),
})

export type SaferPlayRecord = z.infer<typeof saferPlayRecord>

/** The whole of price-rules.json; amounts are whole US cents. */
export const priceRulesRecord = z.strictObject({
  classes: z
    .array(
      z.strictObject({
        upTo: priceRecord.nullable(),
        movePercent: within(PRICE_RULE_LIMITS.movePercent),
        edgeBasisPoints: within(PRICE_RULE_LIMITS.edgeBasisPoints).default(0),
      }),
    )
    .min(PRICE_RULE_LIMITS.classes.least)
    .max(PRICE_RULE_LIMITS.classes.most),
  wrongListPercent: within(PRICE_RULE_LIMITS.wrongListPercent),
  freshHours: within(PRICE_RULE_LIMITS.freshHours),
  drawHours: within(PRICE_RULE_LIMITS.drawHours).optional(),
  upgradeEdge: z.strictObject({
    basisPoints: within(PRICE_RULE_LIMITS.upgradeEdge.basisPoints),
    perAgeHour: within(PRICE_RULE_LIMITS.upgradeEdge.perAgeHour),
    mostBasisPoints: within(PRICE_RULE_LIMITS.upgradeEdge.mostBasisPoints),
  }),
})

export type PriceRulesRecord = z.infer<typeof priceRulesRecord>

const time = z.iso.datetime()

/** The whole of price-state.json, which imports write; amounts are whole US cents. */
export const priceStateRecord = z.strictObject({
  source: text.nullable(),
  at: time.nullable(),
  ages: z.record(z.string(), time),
  held: z.record(
    z.string(),
    z.strictObject({
      price: priceRecord,
      seen: time.optional(),
      since: time,
      /** Only where a list said so that was wrong as a whole. */
      wrong: z.literal(true).optional(),
    }),
  ),
  /** Lowest and highest price of the sources, and how many there were. */
  spreads: z.record(z.string(), z.tuple([priceRecord, priceRecord, z.int().min(2)])).optional(),
  /** What a price was before its last accepted change. */
  moves: z.record(z.string(), z.strictObject({ from: priceRecord, at: time })).optional(),
  /** Only in the list that comes with the site. */
  shipped: z.literal(true).optional(),
})

export type PriceStateRecord = z.infer<typeof priceStateRecord>
