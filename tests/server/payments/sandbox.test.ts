import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import {
  type OrderToPay,
  type PaymentState,
  ProviderFailed,
  type WebhookEvent,
  WebhookRefused,
} from '../../../src/server/payments/provider.ts'
import { expectOwnStyles } from '../../support/browsers/own-styles.ts'
import {
  openSandboxSite,
  SANDBOX_SITE_URL,
  type SandboxSite,
} from '../../support/outside/payment-stand-ins/sandbox-site.ts'
import { BACKGROUND_WAIT, NOON, orderFor } from './orders.ts'

const clock = { ms: NOON }
const now = (): number => clock.ms
let site: SandboxSite
let order: OrderToPay

beforeEach(async () => {
  clock.ms = NOON
  site = await openSandboxSite({ now })
  order = orderFor('sandbox-card', { returnUrl: `${SANDBOX_SITE_URL}/uk/deposit?order=1&from=sandbox` })
})
afterEach(() => site.close())

/** The contents of the webhooks so far; a refused one is `forged`. */
function told(): Promise<(WebhookEvent | 'forged')[]> {
  return Promise.all(
    site.notices.map(async (notice) => {
      try {
        return await site.provider.readWebhook(notice)
      } catch (error) {
        if (error instanceof WebhookRefused) return 'forged'
        throw error
      }
    }),
  )
}

async function outcomes(count: number): Promise<(PaymentState | 'forged' | undefined)[]> {
  await expect.poll(() => site.notices.length, BACKGROUND_WAIT).toBe(count)
  return (await told()).map((notice) => {
    if (notice === 'forged') return notice
    return notice.kind === 'state' ? notice.state : undefined
  })
}

const PAID: PaymentState = { kind: 'paid', paid: { currency: 'UAH', minor: 43_012 } }

describe('a payment', () => {
  it('is opened by a call, reported as open, and paid on its page', async () => {
    const { reference, url } = await site.provider.open(order)
    expect(url).toMatch(`${SANDBOX_SITE_URL}/sandbox/payment?token=`)
    expect(await site.provider.fetchState(reference)).toEqual({ kind: 'open' })
    expect(await site.choose(url, 'pay')).toEqual({ status: 303, location: order.returnUrl })
    await expect.poll(() => site.notices.length, BACKGROUND_WAIT).toBe(1)
    expect(await told()).toEqual([
      { kind: 'state', event: expect.stringMatching(/^evt_/), about: { reference, orderId: order.id }, state: PAID },
    ])
    expect(await site.provider.fetchState(reference)).toEqual(PAID)
  })

  it('has one reference for each order, whenever it is opened', async () => {
    expect(await site.provider.open(order)).toEqual(await site.provider.open(order))
    const other = await site.provider.open(orderFor('sandbox-card'))
    expect(other.reference).not.toBe((await site.provider.open(order)).reference)
  })

  it('survives a restart: its page works, and it is open until a visitor chooses', async () => {
    const { reference, url } = await site.provider.open(order)
    const restarted = await openSandboxSite({ now })
    try {
      expect(await restarted.provider.fetchState(reference)).toEqual({ kind: 'open' })
      expect(await restarted.choose(url, 'pay')).toEqual({ status: 303, location: order.returnUrl })
      expect(await restarted.provider.fetchState(reference)).toEqual(PAID)
      await expect.poll(() => restarted.notices.length, BACKGROUND_WAIT).toBe(1)
    } finally {
      await restarted.close()
    }
  })

  it('expires with its order', async () => {
    const { reference } = await site.provider.open(order)
    clock.ms = order.expiresAt.getTime()
    expect(await site.provider.fetchState(reference)).toEqual({ kind: 'expired' })
  })

  it('is refunded when it was paid, and only then', async () => {
    const { reference, url } = await site.provider.open(order)
    const refund = (): Promise<void> =>
      site.provider.refund({ reference, orderId: order.id, charge: order.charge, refunded: 0, minor: order.charge })
    await site.choose(url, 'decline')
    await expect(refund()).rejects.toThrow(new ProviderFailed('The sandbox: status 409'))
    await site.choose(url, 'pay')
    await refund()
    expect(await site.provider.fetchState(reference)).toEqual({ kind: 'refunded' })
    await refund()
    await expect(
      site.provider.refund({ reference: 'sbx_x', orderId: '', charge: 1, refunded: 0, minor: 1 }),
    ).rejects.toThrow(ProviderFailed)
  })

  it('is opened for each of its methods in each of their currencies, and in no other', async () => {
    for (const { name, currencies } of site.provider.methods) {
      for (const currency of currencies) await site.provider.open(orderFor(name, { currency }))
    }
    await expect(site.provider.open(orderFor('sandbox-sbp', { currency: 'UAH' }))).rejects.toThrow(ProviderFailed)
    await expect(site.provider.open(orderFor('stripe'))).rejects.toThrow(ProviderFailed)
  })
})

describe('a choice on the page', () => {
  /** A dispute of the whole charge; its id names the order, which is made for each test. */
  const disputed = (state: 'open' | 'lost'): PaymentState => ({
    kind: 'dispute',
    dispute: {
      ...{ id: expect.any(String), state, reason: 'fraudulent', currency: 'UAH', minor: 43_012 },
      ...{ atMs: NOON, dueMs: NOON + 7 * 86_400_000 },
    },
  })
  const FAILED: PaymentState = { kind: 'failed', reason: 'declined' }

  it.each<[string, PaymentState[], PaymentState]>([
    ['pay', [PAID], PAID],
    ['late', [{ kind: 'expired' }, PAID], PAID],
    ['less', [{ kind: 'partial' }], { kind: 'partial' }],
    ['decline', [FAILED], FAILED],
    ['dispute', [PAID, disputed('open')], PAID],
    ['chargeback', [PAID, disputed('open'), disputed('lost')], PAID],
    [
      'part',
      [PAID, { kind: 'partly-refunded', refunded: { currency: 'UAH', minor: 21_506 } }],
      { ...PAID, refunded: 21_506 } as PaymentState,
    ],
  ])('%s: its webhooks in order, and its status', async (outcome, states, standing) => {
    const { reference, url } = await site.provider.open(order)
    await site.choose(url, outcome)
    expect(await outcomes(states.length)).toEqual(states)
    expect(await site.provider.fetchState(reference)).toEqual(standing)
  })

  it('twice: two webhooks of their own and one of them again', async () => {
    const { url } = await site.provider.open(order)
    await site.choose(url, 'twice')
    expect(await outcomes(3)).toEqual([PAID, PAID, PAID])
    const events = (await told()).map((notice) => (notice === 'forged' ? notice : notice.event))
    expect(new Set(events).size).toBe(2)
  })

  it('forge: a webhook with a wrong signature, sent once, that changes nothing', async () => {
    site.answers.push(400)
    const { reference, url } = await site.provider.open(order)
    await site.choose(url, 'forge')
    expect(await outcomes(1)).toEqual(['forged'])
    expect(await site.provider.fetchState(reference)).toEqual({ kind: 'open' })
    await site.choose(url, 'pay')
    expect(await outcomes(2)).toEqual(['forged', PAID])
    expect(site.warnings).toEqual([])
  })

  it('forge: the operator is warned when such a webhook is accepted', async () => {
    const { url } = await site.provider.open(order)
    await site.choose(url, 'forge')
    await expect
      .poll(() => site.warnings, BACKGROUND_WAIT)
      .toEqual([`a forged event about order ${order.id} was accepted`])
  })

  it('cancel: returns without a webhook', async () => {
    const { reference, url } = await site.provider.open(order)
    expect(await site.choose(url, 'cancel')).toEqual({ status: 303, location: order.returnUrl })
    expect(await site.provider.fetchState(reference)).toEqual({ kind: 'open' })
    await site.choose(url, 'pay')
    expect(await outcomes(1)).toEqual([PAID])
  })

  it('is offered again after a refusal of the bank, and no more once it is paid', async () => {
    const { reference, url } = await site.provider.open(order)
    await site.choose(url, 'decline')
    await site.choose(url, 'pay')
    await outcomes(2)
    expect(await site.choose(url, 'decline')).toEqual({ status: 303, location: order.returnUrl })
    expect(await site.provider.fetchState(reference)).toEqual(PAID)
    const page = await fetch(url.replace(SANDBOX_SITE_URL, site.address), { redirect: 'manual' })
    expect([page.status, page.headers.get('location')]).toEqual([303, order.returnUrl])
  })
})

describe('a webhook that is not accepted', () => {
  it('is sent again, the same event under a new signature, until it is', async () => {
    site.answers.push(500, 503)
    const { url } = await site.provider.open(order)
    await site.choose(url, 'pay')
    expect(await outcomes(3)).toEqual([PAID, PAID, PAID])
    const events = (await told()).map((notice) => (notice === 'forged' ? notice : notice.event))
    expect(new Set(events).size).toBe(1)
    expect(site.warnings).toEqual([])
  })

  it('is given up in the end, and the operator is warned', async () => {
    site.answers.push(500, 500, 500, 500)
    const { url } = await site.provider.open(order)
    await site.choose(url, 'pay')
    const problem = `the sandbox's event about order ${order.id} was not accepted: status 500`
    await expect.poll(() => site.warnings, BACKGROUND_WAIT).toEqual([problem])
    expect(site.notices).toHaveLength(4)
  })

  it('does not delay a shutdown', async () => {
    const patient = await openSandboxSite({ now, pausesMs: [3_600_000] })
    patient.answers.push(500)
    const { url } = await patient.provider.open(order)
    await patient.choose(url, 'pay')
    await expect.poll(() => patient.notices.length, BACKGROUND_WAIT).toBe(1)
    await patient.close()
    expect(patient.warnings).toEqual([])
  })
})

describe('the page', () => {
  it.each(LANGUAGES)('shows the charge and offers every outcome, in %s, without a script', async (language) => {
    const own = await openSandboxSite({ now, language })
    try {
      const { url } = await own.provider.open(order)
      const reply = await fetch(url.replace(SANDBOX_SITE_URL, own.address))
      const page = await reply.text()
      expect(reply.status).toBe(200)
      expect(reply.headers.get('cache-control')).toBe('no-store')
      expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
      expectOwnStyles(reply.headers.get('content-security-policy'), page)
      expect(page).toContain(`<html lang="${language}">`)
      expect(page).toContain(textFor(language, 'sandbox')('payment.heading'))
      expect(page).toMatch(/430[.,]12/)
      expect(page).toContain(order.id)
      expect(page).toContain('Visa / Mastercard')
      for (const outcome of ['pay', 'twice', 'late', 'less', 'decline', 'forge', 'cancel'])
        expect(page).toContain(`name="outcome" value="${outcome}"`)
      expect(page).not.toMatch(/<script|\son\w+=/i)
    } finally {
      await own.close()
    }
  })

  it.each([
    ['no token', ''],
    ['an empty token', '?token='],
    ['a token with an invalid seal', '?token=e30.AAAA'],
    ['two tokens', '?token=a&token=b'],
  ])('is not shown for %s', async (_what, query) => {
    expect((await fetch(`${site.address}/sandbox/payment${query}`)).status).toBe(400)
  })

  it('is not shown for a token that was changed', async () => {
    const { url } = await site.provider.open(order)
    const token = new URL(url).searchParams.get('token') ?? ''
    const [encoded = '', seal] = token.split('.')
    const facts = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    const changed = Buffer.from(JSON.stringify({ ...facts, charge: 1 })).toString('base64url')
    const forged = `${SANDBOX_SITE_URL}/sandbox/payment?${new URLSearchParams({ token: `${changed}.${seal}` })}`
    expect((await fetch(forged.replace(SANDBOX_SITE_URL, site.address))).status).toBe(400)
    expect(await site.choose(forged, 'pay')).toEqual({ status: 400, location: null })
    expect(site.notices).toEqual([])
  })

  it('accepts no choice that it does not offer', async () => {
    const { url } = await site.provider.open(order)
    expect(await site.choose(url, 'refund')).toEqual({ status: 400, location: null })
  })
})

describe('the API', () => {
  it('is only for our provider', async () => {
    for (const authorization of [undefined, 'Bearer', 'Bearer wrong']) {
      const reply = await fetch(`${site.address}/sandbox/payment/payments/sbx_1234567890123456789012`, {
        headers: authorization === undefined ? {} : { authorization },
      })
      expect(reply.status).toBe(401)
    }
  })

  it('refuses the key of another site', async () => {
    const other = await openSandboxSite({ now, secret: 'the secret of another site, long enough' })
    try {
      const { url } = await other.provider.open(order)
      expect(await site.choose(url, 'pay')).toEqual({ status: 400, location: null })
    } finally {
      await other.close()
    }
  })
})

describe('a cancellation', () => {
  it('closes an open payment, and fails for a paid one', async () => {
    const { reference, url } = await site.provider.open(order)
    await site.provider.cancel(reference)
    expect(await site.provider.fetchState(reference)).toEqual({ kind: 'expired' })
    // Its page takes no money any more.
    await site.choose(url, 'pay')
    expect(await site.provider.fetchState(reference)).toEqual({ kind: 'expired' })
    const paid = await site.provider.open(orderFor('sandbox-card'))
    await site.choose(paid.url, 'pay')
    await expect(site.provider.cancel(paid.reference)).rejects.toThrow(new ProviderFailed('The sandbox: status 409'))
  })
})
