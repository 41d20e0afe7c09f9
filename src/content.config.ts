// Content collections: the static pages, a collection a language, because the front matter of a translation differs from the source's.

import { defineCollection } from 'astro:content'
import { dirname } from 'node:path'
import { glob } from 'astro/loaders'
import { frontMatterOf } from './content/front-matter.ts'
import type { Language } from './game/base/language.ts'
import { withNonBreaking } from './i18n/typography.ts'

/** Returns the pages of a language, each under the name of its folder. */
const pagesIn = (language: Language) =>
  defineCollection({
    loader: glob({ base: 'src/content', pattern: `*/${language}.md`, generateId: ({ entry }) => dirname(entry) }),
    schema: frontMatterOf(language).transform((front) => ({
      ...front,
      title: withNonBreaking(front.title, language),
      description: withNonBreaking(front.description, language),
    })),
  })

export const collections = {
  en: pagesIn('en'),
  ru: pagesIn('ru'),
  uk: pagesIn('uk'),
} satisfies Record<Language, unknown>
