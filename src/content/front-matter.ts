// The schema of a page’s front matter.
import { z } from 'zod'
import type { Language } from '../game/base/language.ts'

/** English is written first; the other languages translate it. */
export const SOURCE_LANGUAGE: Language = 'en'

export interface FrontMatter {
  readonly title: string
  readonly description: string
  /** Day of the English text, yyyy-mm-dd: its own, or the one that a translation translates. */
  readonly updated: string
}

function text(least: number, most: number) {
  const error = ({ input }: { input: unknown }): string | undefined =>
    typeof input === 'string' ? `has ${input.length} characters; ${least} to ${most} are asked for` : undefined
  return z.string().min(least, { error }).max(most, { error })
}

/** A day as yyyy-mm-dd. */
const day = z.iso.date({ error: ({ input }) => `has to be a day such as 2026-11-21, not "${input}"` })

/** Search engines show about 170 characters of a description. */
const common = { title: text(3, 60), description: text(40, 170) }

function fields<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape).join(', ')
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `"${issue.keys.join('", "')}" is none of ${names}` : undefined,
  })
}

const source = fields({ ...common, updated: day })

/** A translation names the day of the English text that it translates. */
const translation = fields({ ...common, translates: day }).transform(({ translates, ...rest }) => ({
  ...rest,
  updated: translates,
}))

/** Returns the schema of a language. */
export function frontMatterOf(language: Language): z.ZodType<FrontMatter> {
  return language === SOURCE_LANGUAGE ? source : translation
}
