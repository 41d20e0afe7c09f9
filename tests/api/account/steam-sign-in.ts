// A sign-in through the stand-in of Steam, step by step.
import { expect } from 'vitest'
import { tokenReplySchema } from '../../../src/protocol/user.ts'
import { type Answer, type Browser, SITE_URL } from '../../support/sites/site.ts'

export const CONFIRMED = '/api/auth/steam?terms=1&adult=1'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export const locationOf = (answer: Answer): string => String(answer.headers.location)

/** What the callback page reads from the fragment. */
export function told(answer: Answer): Record<string, string> {
  const address = new URL(locationOf(answer), SITE_URL)
  expect(answer.status).toBe(302)
  expect(address.pathname + address.search).toBe('/auth/callback')
  return Object.fromEntries(new URLSearchParams(address.hash.slice(1)))
}

const pathOf = (address: string): string => address.replace(SITE_URL, '')

/** Goes to Steam and selects a player there; returns the address that Steam redirects the browser to. */
export async function choose(browser: Browser, player: string, start = CONFIRMED): Promise<string> {
  const toSteam = await browser.get(start)
  expect(toSteam.status).toBe(302)
  const page = await browser.get(pathOf(locationOf(toSteam)))
  expect(page.status).toBe(200)
  const fields = [...page.body.matchAll(/type="hidden" name="([^"]+)" value="([^"]+)"/g)].map(
    ([, name, value]) => [String(name), String(value).replaceAll('&amp;', '&')] as [string, string],
  )
  const form = new URLSearchParams([...fields, ['player', player]])
  const chosen = await browser.post('/sandbox/steam/openid/choose', form.toString(), FORM)
  expect(chosen.status).toBe(303)
  return pathOf(locationOf(chosen))
}

export async function finish(browser: Browser, code: string): Promise<Answer> {
  await browser.get('/api/settings')
  const answer = await browser.post('/api/auth/token', { code })
  const reply = tokenReplySchema.parse(answer.body)
  if (reply.success) browser.cookies.set('token', reply.token)
  return answer
}
