// The social networks of the operator, in display order, and where accounts with them are.

export const SOCIAL_NETWORKS = ['instagram', 'tiktok', 'telegram', 'x'] as const

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number]

export interface SocialLink {
  readonly network: SocialNetwork
  readonly url: string
}

/** The hosts at which a network shows accounts. */
const HOSTS: Readonly<Record<SocialNetwork, readonly string[]>> = {
  instagram: ['instagram.com', 'www.instagram.com'],
  tiktok: ['tiktok.com', 'www.tiktok.com'],
  telegram: ['t.me', 'telegram.me'],
  x: ['x.com', 'www.x.com', 'twitter.com', 'www.twitter.com'],
}

const ADDRESS_MOST = 200

/** Returns what is wrong with the address of an account; undefined where it is one of the network. */
export function accountFault(network: SocialNetwork, address: string): string | undefined {
  const [host] = HOSTS[network]
  const example = `https://${host}/shop`
  if (address.length > ADDRESS_MOST) return `has ${address.length} letters; ${ADDRESS_MOST} at most`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:') return `has to be an https address such as ${example}`
  if (url.username !== '' || url.password !== '' || url.port !== '')
    return `has to be an address such as ${example}, without a user, a password or a port`
  if (!HOSTS[network].includes(url.hostname))
    return `leads to ${url.hostname}; accounts with this network are at ${HOSTS[network].join(', ')}`
  return url.pathname === '/' ? `names no account: write it as in ${example}` : undefined
}

/** Returns the links of the operator's accounts; networks with an empty URL are left out. */
export function socialLinks(accounts: Readonly<Record<SocialNetwork, string>>): SocialLink[] {
  return SOCIAL_NETWORKS.map((network) => ({ network, url: accounts[network] })).filter(({ url }) => url !== '')
}
