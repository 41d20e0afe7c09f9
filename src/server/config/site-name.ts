import { brandName } from '../../i18n/text.ts'
import type { Config } from './config.ts'

/** Returns the name that a site gives itself outside of its pages, such as in trade offers: its setting's, else its brand's of now. */
export function siteNameOf({ siteName }: Pick<Config, 'siteName'>): string {
  return siteName ?? brandName()
}
