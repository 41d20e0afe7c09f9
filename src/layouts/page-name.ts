// Pages with a title and a description in the namespace `pages`.
import type { Resources } from '../i18n/resources.ts'

type Pages = Resources['pages']

export type PageName = {
  [Name in keyof Pages]: Pages[Name] extends { title: string; description: string } ? Name : never
}[keyof Pages]
