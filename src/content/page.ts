// A static page for those who render it.
import { type CollectionEntry, getEntry } from 'astro:content'
import type { Language } from '../game/language.ts'

export type StaticPage = CollectionEntry<'pages'>['data']

/** The page of a folder of src/content in a language. */
export async function staticPage(page: string, language: Language): Promise<StaticPage> {
  const entry = await getEntry('pages', `${page}/${language}`)
  if (entry === undefined) throw new Error(`src/content/${page}/${language}.md is missing`)
  return entry.data
}
