// The records of the three files in the data folder, as an operator may write them.
import { z } from 'zod'
import { WEAPON_CLASSES, WEARS } from '../../game/catalogue.ts'
import { CASE_TICKETS } from '../../game/economy.ts'
import { RARITIES } from '../../game/rarity.ts'

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be of lower-case letters, digits and hyphens')
const text = z.string().refine((value) => value.trim() !== '', 'must not be empty')
const localized = z.strictObject({ en: text, ru: text, uk: text })
const bareName = text.refine((name) => !/★|StatTrak/.test(name), 'must not hold the star or StatTrak')
const hue = z.int().min(0).max(359)

/** One skin: a line of skins.json. `wears` is empty for a knife without a finish. */
export const skinRecord = z.strictObject({
  id: slug,
  model: text,
  class: z.enum(WEAPON_CLASSES),
  rarity: z.enum(RARITIES),
  star: z.boolean(),
  name: z.strictObject({ en: bareName, ru: bareName, uk: bareName }),
  wears: z.array(z.enum(WEARS)).refine((wears) => new Set(wears).size === wears.length, 'must not hold a wear twice'),
  stattrak: z.boolean(),
  icon: text.nullable(),
})

export type SkinRecord = z.infer<typeof skinRecord>

/** A price in prices.json: whole US cents. */
export const priceRecord = z.int().positive()

/** One shelf: a line of `categories` in cases.json. */
export const categoryRecord = z.strictObject({ id: slug, name: localized })

export type CategoryRecord = z.infer<typeof categoryRecord>

/** What the picture of a case is drawn from. The shop does not read it. */
const artRecord = z.strictObject({
  form: z.enum(['crate', 'capsule', 'vault', 'cylinder', 'briefcase', 'pod', 'chest', 'drum']),
  material: z.enum(['steel', 'carbon', 'gold', 'ice', 'rust', 'crystal', 'wood', 'void']),
  hue1: hue,
  hue2: hue,
  emblem: slug,
  wear: z.number().min(0).max(1),
})

/** One case of cases.json. Its picture may be drawn by hand, so `art` may be left out. */
export const caseRecord = z.strictObject({
  url: slug,
  name: localized,
  image: z.string().regex(/^[a-z0-9-]+\.(svg|png|webp|avif|jpg)$/, 'must be the name of a picture file'),
  category: slug,
  price: z.int().positive(),
  enabled: z.boolean(),
  art: artRecord.optional(),
  entries: z.array(z.strictObject({ item: z.string(), tickets: z.int().min(1).max(CASE_TICKETS) })),
})

export type CaseRecord = z.infer<typeof caseRecord>
