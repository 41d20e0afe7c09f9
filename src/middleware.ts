// Lets the texts of a page name the shop as it is called when the page is rendered: the bundle of the pages has texts of its own.
import type { MiddlewareHandler } from 'astro'
import { setBrandWords } from './i18n/text.ts'

export const onRequest: MiddlewareHandler = ({ locals }, next) => {
  setBrandWords(locals.texts.brand)
  return next()
}
