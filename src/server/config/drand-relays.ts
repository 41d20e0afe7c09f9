// Relays that publish drand's rounds.

/** Relays of the League of Entropy, https://docs.drand.love. */
export const PUBLIC_RELAYS: readonly string[] = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
]
