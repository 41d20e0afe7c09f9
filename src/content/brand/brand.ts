// The brand of a shop (brand.json): its name and how it looks, its accounts with social networks, the languages that it offers, the currency that
// deposits begin with, and the time zone of its days.
import { z } from 'zod'
import { type Accent, readAccent } from '../../game/base/accent.ts'
import { LANGUAGES, type Language, perLanguage } from '../../game/base/language.ts'
import { isTimeZone } from '../../game/base/site-time.ts'
import { accountFault, SOCIAL_NETWORKS, type SocialNetwork } from '../../game/base/social.ts'
import { CURRENCIES } from '../../game/payments/deposit.ts'
import type { ChosenCurrencies } from '../../game/payments/payment-rules.ts'
import { BRAND_FILE, type FileFault, type ShopFiles } from '../shop-files.ts'
import { type ReadDrawing, readMark, readWordmark } from './mark.ts'

export interface Brand {
  readonly name: string
  readonly tagline: Readonly<Record<Language, string>>
  readonly accent: Accent
  /** The shop's own drawing, an SVG with a square view box; null for the site's drop in the colour of the accent. */
  readonly mark: string | null
  /** Its name as a drawing, 64 units high; null for the name in the letters of titles. */
  readonly wordmark: string | null
  /** The addresses of its accounts; a network that is left out has the account of the settings, if any. */
  readonly social: Readonly<Partial<Record<SocialNetwork, string | undefined>>>
  /** What players choose from, in the order of `LANGUAGES`; one at least. */
  readonly languages: readonly Language[]
  /** The currency of deposits that is selected at first, where the shop chooses one. */
  readonly currency: ChosenCurrencies
  /** In which days begin and end, e.g. Europe/Kyiv, from the next start of the site on; null for that of the settings. */
  readonly timeZone: string | null
}

/** What the pictures of links and the header have room and letters for. */
const NAME = {
  least: 2,
  most: 16,
  letters: /^[\p{Script=Latin}\p{Script=Cyrillic}\d][\p{Script=Latin}\p{Script=Cyrillic}\d .,&’!+-]*$/u,
}

/** Returns a schema of texts of a length. */
function text(least: number, most: number) {
  const error = ({ input }: { input: unknown }): string | undefined =>
    typeof input === 'string' ? `has ${input.length} letters; ${least} to ${most} are asked for` : undefined
  return z.string().trim().min(least, { error }).max(most, { error })
}

const tagline = text(3, 60)

/** Returns a schema of an account with a network. */
const account = (network: SocialNetwork) =>
  z.string().superRefine((address, context) => {
    const fault = accountFault(network, address)
    if (fault !== undefined) context.addIssue(fault)
  })

const social = Object.fromEntries(SOCIAL_NETWORKS.map((network) => [network, account(network).optional()])) as Record<
  SocialNetwork,
  z.ZodOptional<ReturnType<typeof account>>
>

const languageList = LANGUAGES.join(', ')

const languages = z
  .array(z.enum(LANGUAGES, { error: `has to be one of ${languageList}` }))
  .min(1, `names no language; one of ${languageList} at least is asked for`)
  .refine((named) => new Set(named).size === named.length, 'names a language twice')

const timeZone = z
  .string()
  .refine(isTimeZone, { error: ({ input }) => `"${input}" is no time zone that is known here, e.g. Europe/Kyiv` })

const currency = z.enum(CURRENCIES, { error: `has to be one of ${CURRENCIES.join(', ')}` })

/** What is optional is of later releases than the first: a shop's file may be older. */
const brandSchema = z.strictObject({
  name: text(NAME.least, NAME.most).regex(NAME.letters, {
    error: 'has to be Latin or Cyrillic letters, digits, spaces and . , & ’ ! + -',
  }),
  tagline: z.strictObject(perLanguage(() => tagline)),
  accent: z.string(),
  mark: z.string().nullable(),
  wordmark: z.string().nullable().default(null),
  social: z.strictObject(social).default({}),
  languages: languages.default([...LANGUAGES]),
  currency: z.strictObject(perLanguage(() => currency.optional())).default({}),
  timeZone: timeZone.nullable().default(null),
})

/** A brand, or what is wrong with it. */
export type ReadBrand = { readonly brand: Brand } | { readonly faults: readonly FileFault[] }

/** Returns the line of a JSON text that names a field first; the first one where none does. */
function lineOf(text: string, field: string): number {
  return (
    Math.max(
      0,
      text.split('\n').findIndex((line) => line.includes(`"${field}"`)),
    ) + 1
  )
}

/** Returns the drawing that brand.json holds or names. */
function drawingOf(
  written: string,
  files: ShopFiles,
): { readonly svg: string; readonly file: string } | { readonly fault: string } {
  if (written.trimStart().startsWith('<')) return { svg: written, file: BRAND_FILE }
  const svg = files[written]
  if (!written.endsWith('.svg') || svg === undefined)
    return { fault: `names "${written}", and there is no such drawing: an SVG, the name of one, or null` }
  return { svg, file: written }
}

/** Reads one of the brand's drawings; null where the shop has none of its own. */
function readPart(
  name: 'mark' | 'wordmark',
  written: string | null,
  read: (svg: string) => ReadDrawing,
  files: ShopFiles,
): { readonly svg: string | null } | { readonly fault: FileFault } {
  if (written === null) return { svg: null }
  const drawing = drawingOf(written, files)
  const cleaned = 'fault' in drawing ? drawing : read(drawing.svg)
  if ('svg' in cleaned) return cleaned
  if ('file' in drawing && drawing.file !== BRAND_FILE)
    return { fault: { file: drawing.file, line: 1, fault: `the ${name} ${cleaned.fault}` } }
  const line = lineOf(files[BRAND_FILE] ?? '', name)
  return { fault: { file: BRAND_FILE, line, fault: `"${name}" ${cleaned.fault}` } }
}

/** Reads the brand among the files of a shop. */
export function readBrand(files: ShopFiles): ReadBrand {
  const text = files[BRAND_FILE]
  const at = (line: number, fault: string, file = BRAND_FILE): FileFault => ({ file, line, fault })
  if (text === undefined) return { faults: [at(1, 'is missing')] }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    return { faults: [at(1, `is no JSON: ${cause instanceof Error ? cause.message : cause}`)] }
  }
  const { data, error } = brandSchema.safeParse(json)
  if (data === undefined) {
    // A value has one fault at a time.
    const issues = [
      ...new Map((error?.issues ?? []).toReversed().map((issue) => [String(issue.path), issue])).values(),
    ].toReversed()
    return {
      faults: issues.map(({ path, message }) => at(lineOf(text, String(path[0])), `"${path.join('.')}": ${message}`)),
    }
  }
  const faults: FileFault[] = []
  const accent = readAccent(data.accent)
  if (typeof accent === 'string') faults.push(at(lineOf(text, 'accent'), `"accent" ${accent}`))
  const mark = readPart('mark', data.mark, readMark, files)
  const wordmark = readPart('wordmark', data.wordmark, readWordmark, files)
  for (const part of [mark, wordmark]) if ('fault' in part) faults.push(part.fault)
  if (faults.length > 0 || typeof accent === 'string' || 'fault' in mark || 'fault' in wordmark) return { faults }
  const { name, tagline, social, currency, timeZone } = data
  const languages = LANGUAGES.filter((language) => data.languages.includes(language))
  return {
    brand: { name, tagline, accent, mark: mark.svg, wordmark: wordmark.svg, social, languages, currency, timeZone },
  }
}
