// Keys of other services that nobody can have issued: placeholders, keys for tests, a key of another kind. Live mode refuses them at its
// start, because otherwise only a player who signs in or pays would notice.

/** Returns what a key has to look like; null for a key that may have been issued. */
type CheckKey = (key: string) => string | null

/** A text with fewer different letters is not a key: somebody filled a field to its length. */
const LEAST_LETTERS = 5

const isFilled = (key: string): boolean => new Set(key).size < LEAST_LETTERS

const byForm =
  (form: RegExp, remedy: string): CheckKey =>
  (key) =>
    form.test(key) && !isFilled(key) ? null : remedy

/** For keys whose form the provider does not document: refuses only texts that are clearly not keys. */
const LEAST_LENGTH = 12
const PLACEHOLDER = /[<>[\]{}\s]|your|change|placeholder|example/i

const byLength: CheckKey = (key) =>
  key.length < LEAST_LENGTH || PLACEHOLDER.test(key) || isFilled(key)
    ? 'is no key: enter the one that the provider shows'
    : null

/** https://steamcommunity.com/dev/apikey, https://docs.stripe.com/keys, https://docs.stripe.com/webhooks/signature */
const CHECKS: Readonly<Record<string, CheckKey>> = {
  STEAM_API_KEY: byForm(
    /^[0-9a-f]{32}$/i,
    'is no key of Steam, which has 32 hexadecimal digits: steamcommunity.com/dev/apikey',
  ),
  STRIPE_SECRET_KEY: (key) =>
    key.includes('_test_')
      ? 'is a key for tests'
      : byForm(/^[sr]k_live_\w{10,}$/, 'is no key of a live account, which begins with sk_live_ or rk_live_')(key),
  STRIPE_WEBHOOK_SECRET: byForm(/^whsec_/, 'is no signing secret of a webhook, which begins with whsec_'),
  CRYPTOCLOUD_API_KEY: byLength,
  MONOBANK_TOKEN: byLength,
}

/** Returns a line for each key that cannot have been issued, without its value. */
export function unissuedKeys(given: Readonly<Record<string, string>>): string[] {
  return Object.entries(CHECKS).flatMap(([name, check]) => {
    const key = given[name]
    const remedy = key === undefined ? null : check(key)
    return remedy === null ? [] : [`${name}: ${remedy}`]
  })
}
