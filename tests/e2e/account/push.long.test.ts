// Push messages in a real browser: the card of the settings, a test message that only the browser's keys can read, and what the service
// worker shows, opens and tells the server.
import type { Browser, BrowserContext, Page, Worker } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textFor } from '../../../src/i18n/text.ts'
import type { PushReply } from '../../../src/protocol/push.ts'
import { generatePushKey, openPushKey } from '../../../src/server/push/push-key.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { launchBrowser, type RunningSite, startSite, visitCalmly } from '../../support/browsers/browser.ts'
import { openPushService, type PushService, type SubscribedBrowser } from '../../support/outside/push-service.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { call, PAGE_JOURNEYS, signIn } from '../parts/player.ts'

const PRIVATE_KEY = generatePushKey()
const { publicKey } = openPushKey(PRIVATE_KEY, 'https://shop.example')

let browser: Browser
let service: PushService
let site: RunningSite

beforeAll(async () => {
  browser = await launchBrowser()
  service = await openPushService()
  site = await startSite({ SERVICE_WORKER: 'on', PUSH_PRIVATE_KEY: PRIVATE_KEY, PUSH_SERVICES: service.host })
})

afterAll(async () => {
  await site.stop()
  await service.close()
  await browser.close()
})

/**
 * Lets the pages of a context subscribe at the test's push service, with the permission: the browser's own service is not reached from a
 * test, and a headless browser has no permission to give.
 */
async function subscribeAt(context: BrowserContext, subscribed: SubscribedBrowser): Promise<void> {
  await context.addInitScript((body) => {
    let key: Uint8Array | null = null
    const subscription = () =>
      key && {
        options: { applicationServerKey: key.buffer },
        toJSON: () => body,
        unsubscribe: async () => {
          key = null
          return true
        },
      }
    Object.defineProperties(Notification, {
      permission: { value: 'granted', configurable: true },
      requestPermission: { value: async () => 'granted' },
    })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription(),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        key = applicationServerKey
        return subscription()
      },
    })
  }, subscribed.body)
}

/** Runs in the worker: keeps the notifications that it shows, where a headless browser shows none. */
function keepNotifications(): void {
  const kept = new Map<string, Shown>()
  const { registration } = globalThis as unknown as { registration: object }
  Object.assign(globalThis, { kept })
  Object.assign(registration, {
    showNotification: async (title: string, { body = '', tag = '', data }: NotificationOptions) => {
      kept.set(tag, { title, body, tag, data })
    },
  })
}

/** Delivers a message to the worker of the site as the browser does once it has decrypted it. */
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const known = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${site.url}/`)
      if (own !== undefined) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await known
  await session.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId, data })
  await session.detach()
}

interface Shown {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly data: unknown
}

/** Returns the notifications that the worker shows; one replaces another with its tag. */
const shown = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(() => [...(globalThis as unknown as { kept: Map<string, Shown> }).kept.values()])

async function workerOf(context: BrowserContext): Promise<Worker> {
  const [known] = context.serviceWorkers()
  return known ?? context.waitForEvent('serviceworker')
}

describe.each(PAGE_JOURNEYS)('notifications on a device, in %s on a %s', (language, screen, place) => {
  const t = textFor(language, 'app')
  const replies = textFor(language, 'replies')
  let context: BrowserContext
  let page: Page
  let worker: Worker
  let errors: readonly string[]
  let device: SubscribedBrowser

  const card = () => page.getByRole('region', { name: textFor(language, 'dashboard')('push.title') })
  const theSwitch = () => card().getByRole('switch', { name: t('push.label') })
  const isOn = async () => (await call<PushReply>(page, site, '/push')).on

  beforeAll(async () => {
    device = await service.subscribe(publicKey)
    ;({ context, page, errors } = await visitCalmly(browser, site, language, screen))
    await subscribeAt(context, device)
    await signIn(page, site, place)
    await page.goto(`${site.url}/dashboard?tab=settings`)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    worker = await workerOf(context)
    await worker.evaluate(keepNotifications)
  })

  afterAll(() => context.close())

  it('are off, and turned on by the switch', async () => {
    await theSwitch().waitFor()
    expect(await theSwitch().isChecked()).toBe(false)
    expect(await card().getByRole('button').count()).toBe(0)
    await theSwitch().click()
    await card()
      .getByRole('button', { name: t('push.test') })
      .waitFor()
    expect([await theSwitch().isChecked(), await isOn()]).toEqual([true, true])
    expect(await brokenRules(page, 'main')).toEqual([])
  })

  it('arrive as a test, which the worker shows in the player’s language', async () => {
    await card()
      .getByRole('button', { name: t('push.test') })
      .click()
    await expect.poll(() => device.messages.length).toBe(1)
    const texts = { title: replies('push.test.title'), body: replies('push.test.body') }
    expect(device.messages[0]).toMatchObject({ kind: 'test', ...texts, lang: language })
    await deliver(page, JSON.stringify(device.messages[0]))
    await expect.poll(() => shown(worker)).toEqual([{ ...texts, tag: 'test', data: '/dashboard?tab=settings' }])
    expect(service.faults).toEqual([])
  })

  it('replace an older one of their kind, and are shown even when they cannot be read', async () => {
    const newer = { kind: 'test', title: 'Newer', body: '', lang: language, link: '/raffle' }
    await deliver(page, JSON.stringify(newer))
    await expect.poll(() => shown(worker)).toEqual([{ title: 'Newer', body: '', tag: 'test', data: '/raffle' }])
    await deliver(page, 'no JSON')
    await expect
      .poll(async () => (await shown(worker)).map(({ title }) => title).toSorted())
      .toEqual(['Newer', 'localhost'])
  })

  it('are turned off by the switch', async () => {
    await theSwitch().click()
    await expect.poll(isOn).toBe(false)
    await expect.poll(() => theSwitch().isChecked()).toBe(false)
    await expect.poll(() => card().getByRole('button').count()).toBe(0)
  })

  it('say how to allow them where they are blocked', async () => {
    await context.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'denied' }))
    await page.goto(`${site.url}/dashboard?tab=settings`)
    await card().getByText(t('push.denied')).waitFor()
    expect(await card().getByRole('switch').count()).toBe(0)
    expect(errors).toEqual([])
  })
})

inLongRun(() => {
  describe('the service worker', () => {
    let context: BrowserContext
    let page: Page
    let worker: Worker

    /** Lets the worker handle an event of a kind that a test cannot cause. Returns the windows that it opens and focuses, and its calls. */
    const handle = (name: string, properties: object): Promise<string[]> =>
      worker.evaluate(
        async ([kind, given]) => {
          const done: string[] = []
          const scope = globalThis as unknown as {
            clients: { openWindow: unknown }
            WindowClient: { prototype: object }
          }
          scope.clients.openWindow = async (url: string) => void done.push(`opened ${new URL(url).pathname}`)
          Object.assign(scope.WindowClient.prototype, {
            focus(this: { url: string }) {
              done.push(`focused ${new URL(this.url).pathname}`)
            },
          })
          const { fetch } = globalThis
          globalThis.fetch = (to, init) => {
            done.push(`called ${to}`)
            return fetch(to, init)
          }
          let work: Promise<unknown> = Promise.resolve()
          const event = Object.assign(new Event(kind), given, { waitUntil: (one: Promise<unknown>) => (work = one) })
          if ('notification' in event) Object.assign(event.notification as object, { close: () => done.push('closed') })
          if ('newSubscription' in event) {
            const body = event.newSubscription
            Object.assign(event, { newSubscription: { toJSON: () => body } })
          }
          globalThis.dispatchEvent(event)
          await work
          globalThis.fetch = fetch
          return done
        },
        [name, properties] as const,
      )

    const tap = (link: unknown) => handle('notificationclick', { notification: { data: link } })

    beforeAll(async () => {
      ;({ context, page } = await visitCalmly(browser, site))
      await signIn(page, site, 2)
      await page.goto(`${site.url}/raffle`)
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      worker = await workerOf(context)
    })

    afterAll(() => context.close())

    it('focuses the page that a notification is about, and opens it where there is none', async () => {
      expect(await tap('/raffle')).toEqual(['closed', 'focused /raffle'])
      expect(await tap('/deposit')).toEqual(['closed', 'opened /deposit'])
    })

    it.each(['https://evil.example/raffle', '//evil.example/raffle', 'javascript:alert(1)', 7, null])(
      'opens no other site: %j',
      async (link) => {
        expect(await tap(link)).toEqual(['closed', typeof link === 'string' ? 'opened /' : 'opened /dashboard'])
      },
    )

    it('tells the server of a subscription that the browser has replaced', async () => {
      const replaced = await service.subscribe(publicKey)
      expect((await call<PushReply>(page, site, '/push')).on).toBe(false)
      const change = { oldSubscription: null, newSubscription: replaced.body }
      expect(await handle('pushsubscriptionchange', change)).toEqual(['called /api/push/subscribe'])
      expect((await call<PushReply>(page, site, '/push')).on).toBe(true)
      await call(page, site, '/push/test', {})
      await expect.poll(() => replaced.messages.length).toBe(1)
    })

    it('tells nobody of it once the player has signed out', async () => {
      const replaced = await service.subscribe(publicKey)
      await context.clearCookies()
      const change = { oldSubscription: null, newSubscription: replaced.body }
      expect(await handle('pushsubscriptionchange', change)).toEqual([])
    })
  })

  describe('a site that sends no messages', () => {
    it('has no card for them', async () => {
      const silent = await startSite()
      const { context, page } = await visitCalmly(browser, silent)
      await signIn(page, silent, 0)
      await page.goto(`${silent.url}/dashboard?tab=settings`)
      const t = textFor('en', 'dashboard')
      await page.getByRole('region', { name: t('devices.title') }).waitFor()
      expect(await page.getByRole('region', { name: t('push.title') }).count()).toBe(0)
      await context.close()
      await silent.stop()
    })
  })
})
