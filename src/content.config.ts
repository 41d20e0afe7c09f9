// The collections of Astro: the static pages.
import { defineCollection } from 'astro:content'
import { z } from 'astro/zod'
import { staticPages } from './content/loader.ts'
import { LANGUAGES } from './game/language.ts'

const entry = z.object({ id: z.string(), title: z.string(), html: z.string() })

const pages = defineCollection({
  loader: staticPages(),
  schema: z.object({
    page: z.string(),
    language: z.enum(LANGUAGES),
    title: z.string(),
    description: z.string(),
    /** yyyy-mm-dd */
    updated: z.string(),
    introduction: z.string(),
    sections: z.array(entry.extend({ entries: z.array(entry) })),
  }),
})

export const collections = { pages }
