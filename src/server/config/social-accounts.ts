import type { Brand } from '../../content/brand/brand.ts'
import { SOCIAL_NETWORKS } from '../../game/base/social.ts'
import type { Config } from './config.ts'

/** Returns the accounts that a site links to: its brand's, and of networks that the brand leaves out those of the settings. */
export function accountsOf({ social }: Pick<Config, 'social'>, brand: Pick<Brand, 'social'>): Config['social'] {
  const accounts = SOCIAL_NETWORKS.map((network) => [network, brand.social[network] ?? social[network]])
  return Object.fromEntries(accounts) as Config['social']
}
