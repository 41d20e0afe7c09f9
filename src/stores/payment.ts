// Topping up, from the choice of a currency to the payment page: methods, amount, order.
import { persistentAtom } from '@nanostores/persistent'
import { atom, computed } from 'nanostores'
import type { Refusal } from '../contract/common.ts'
import type { CreateBody, CreateReply, PaymentReply } from '../contract/payment.ts'
import { bonusOf, CURRENCIES, type Currency, convert, DEFAULT_CURRENCY, promoTotal } from '../game/deposit.ts'
import { type Cents, sumCents } from '../game/money.ts'
import { readAmount, tidyAmount } from '../i18n/amount.ts'
import { get, isSignedOut, isUnanswered, post } from './api.ts'
import { loadLimits } from './limits.ts'
import { openLogin } from './modals.ts'
import { takeOrder } from './orders.ts'
import { $checking, $code, $promo, enterCode } from './promo.ts'
import { toast } from './toasts.ts'
import { $user, askToSignIn } from './user.ts'

export type Methods =
  | { readonly status: 'loading' }
  | ({ readonly status: 'ready' } & Pick<PaymentReply, 'paymentMethods' | 'cryptoMethods'>)
  /** `message` in the server's words, null when there was no usable answer. */
  | { readonly status: 'failed'; readonly message: string | null }

/** What every currency's answer says alike; kept while the next one is asked for, so that amounts are converted at once. */
export type Terms = Pick<PaymentReply, 'rates' | 'bonusPercent' | 'isFirst'>

/** What the amount on show comes to. */
export interface Quote {
  readonly amount: Cents
  /** Minor units of the currency. */
  readonly charge: number
  readonly currency: Currency
  readonly percent: number
  /** The charge with the bonus on top, in units of the currency: '472.50'. */
  readonly total: string
  /** What reaches the balance: amount and bonus. */
  readonly credit: Cents
}

/** 'leaving' once the order stands and the payment page is being opened; 'failed' when no usable answer came. */
export type Submission = 'idle' | 'asking' | 'leaving' | 'failed'

/** What keeps an order from being made; the view says it in the player's language. */
export type Obstacle = 'no-method' | 'no-address' | 'no-amount'

/** Name of the method that stands for all coins. */
export const CRYPTO = 'crypto'

/** The success message is read and heard before the browser leaves. */
export const LEAVE_MS = 700

/** Kept in this browser, so that it has to be chosen once. */
export const $currency = persistentAtom<Currency>('spacedrop:currency', DEFAULT_CURRENCY, {
  encode: (currency) => currency,
  decode: (text: unknown) => CURRENCIES.find((currency) => currency === text) ?? DEFAULT_CURRENCY,
})

export const $methods = atom<Methods>({ status: 'loading' })

export const $terms = atom<Terms | null>(null)

/** What methods and coins are called, by their names; orders hold the names alone. */
export const $titles = atom<Readonly<Record<string, string>>>({})

/** Names of what is selected; null for nothing yet. */
export const $method = atom<string | null>(null)
export const $coin = atom<string | null>(null)

/** Dollars as they were typed; coins have an amount of their own. */
export const $sum = atom('')
export const $coinSum = atom('')

export const $submission = atom<Submission>('idle')

export const $isCrypto = computed($method, (method) => method === CRYPTO)

/** Percent on top: the greater of the code's and of what comes without one, as the server has it. Coins take no code. */
export const $percent = computed([$terms, $promo, $checking, $isCrypto], (terms, promo, checking, isCrypto) => {
  const ofCode = promo.status === 'good' && !checking && !isCrypto ? promo.percent : 0
  return Math.max(terms?.bonusPercent ?? 0, ofCode)
})

/** Null while there is no amount, or no rate for it. */
export const $quote = computed(
  [$terms, $currency, $isCrypto, $sum, $coinSum, $percent],
  (terms, currency, isCrypto, sum, coinSum, percent): Quote | null => {
    const amount = readAmount(isCrypto ? coinSum : sum)
    if (amount === null || terms === null) return null
    const charge = convert(amount, currency, terms.rates)
    const credit = sumCents([amount, bonusOf(amount, percent)])
    return { amount, charge, currency, percent, total: promoTotal(charge, percent), credit }
  },
)

let asked = 0

/** Reads the ways to pay in the currency on show; only the answer to the newest question counts. */
export async function loadMethods(): Promise<void> {
  const mine = ++asked
  $methods.set({ status: 'loading' })
  try {
    const reply = await get<PaymentReply | Refusal>(`/payment/get?currency=${$currency.get()}`)
    if (mine !== asked) return
    if (reply.success) showMethods(reply)
    else {
      toast('error', reply.message)
      $methods.set({ status: 'failed', message: reply.message })
    }
  } catch (fault) {
    console.error('Payment methods could not be read', fault)
    if (mine === asked) $methods.set({ status: 'failed', message: null })
  }
}

/** What was selected stays selected where it is still offered. */
function showMethods({ paymentMethods, cryptoMethods, rates, bonusPercent, isFirst }: PaymentReply): void {
  const offered = (name: string | null, list: readonly { name: string }[]): string | null =>
    list.some((method) => method.name === name) ? name : null
  $method.set(offered($method.get(), paymentMethods))
  $coin.set(offered($coin.get(), cryptoMethods))
  $terms.set({ rates, bonusPercent, isFirst })
  const titles = [...paymentMethods, ...cryptoMethods].map(({ name, title }) => [name, title] as const)
  $titles.set({ ...$titles.get(), ...Object.fromEntries(titles) })
  $methods.set({ status: 'ready', paymentMethods, cryptoMethods })
}

/** Takes a currency, and reads how it can be paid with. */
export async function chooseCurrency(currency: Currency): Promise<void> {
  if (isBusy() || currency === $currency.get()) return
  $currency.set(currency)
  await loadMethods()
}

/** Selects a method. Whoever turns to coins may have paid with them before: the server looks after such payments at once. */
export function chooseMethod(name: string): void {
  if (isBusy()) return
  const turns = name === CRYPTO && !$isCrypto.get()
  $method.set(name)
  if (!turns) return
  post('/payment/create/cryptocloud', null).catch((fault: unknown) =>
    console.error('Open crypto payments could not be looked after', fault),
  )
}

/** Takes a coin of the list. */
export function chooseCoin(name: string): void {
  if (!isBusy()) $coin.set(name)
}

/** Takes what was typed or tapped as the amount, in dollars. */
export function enterSum(text: string): void {
  if (isBusy()) return
  const sum = $isCrypto.get() ? $coinSum : $sum
  sum.set(tidyAmount(text))
}

interface Request {
  readonly path: string
  readonly body: CreateBody
  readonly key: string
}

/** Asked without an answer: asked again, it goes out under the same key, so that it cannot make a second order. */
let unanswered: Request | null = null

function isBusy(): boolean {
  const submission = $submission.get()
  return submission === 'asking' || submission === 'leaving'
}

/** The address of a call below /api; null for anything else, because calls carry the player's token. */
function callPath(apiUrl: string | null): string | null {
  const path = apiUrl?.replace(/^\/api(?=\/)/, '') ?? ''
  return /^\/(?![/\\])/.test(path) ? path : null
}

/** What is about to be asked, or what keeps it from being asked. */
function wish(userId: number): Omit<Request, 'key'> | Obstacle {
  const methods = $methods.get()
  const isCrypto = $isCrypto.get()
  const { paymentMethods = [], cryptoMethods = [] } = methods.status === 'ready' ? methods : {}
  const chosen = isCrypto
    ? cryptoMethods.find(({ name }) => name === $coin.get())
    : paymentMethods.find(({ name }) => name === $method.get())
  if (chosen === undefined) return 'no-method'
  const path = callPath(chosen.apiUrl)
  if (path === null) return 'no-address'
  const amount = readAmount(isCrypto ? $coinSum.get() : $sum.get())
  if (amount === null) return 'no-amount'
  const promocode = isCrypto ? '' : $code.get().trim()
  return { path, body: { method_name: chosen.name, sum: amount / 100, promocode, user_id: userId } }
}

function keyFor({ path, body }: Omit<Request, 'key'>): string {
  const again = unanswered?.path === path && JSON.stringify(unanswered.body) === JSON.stringify(body)
  return again && unanswered !== null ? unanswered.key : crypto.randomUUID()
}

/** Where the player pays: a page of this site or of the web, nothing else (javascript:, data:). */
export function paymentPage(url: string): string {
  const page = new URL(url, location.href)
  if (page.protocol !== 'https:' && page.protocol !== 'http:') throw new Error(`Not a payment page: ${page.protocol}`)
  return page.href
}

/**
 * Orders a deposit and goes to its payment page. Nothing happens while an order is being made.
 *
 * @returns what is missing; null when the order was asked for
 */
export async function submit(): Promise<Obstacle | null> {
  const state = $user.get()
  if (isBusy()) return null
  if (state.status !== 'authorised') {
    openLogin()
    return null
  }
  const wished = wish(state.user.id)
  if (typeof wished === 'string') return wished
  const request = { ...wished, key: keyFor(wished) }
  $submission.set('asking')
  try {
    await answered(await post<CreateReply>(request.path, request.body, request.key))
    unanswered = null
  } catch (fault) {
    failed(fault, request)
  }
  return null
}

async function answered(reply: CreateReply): Promise<void> {
  if (!reply.success) {
    $submission.set('idle')
    toast('error', reply.message)
    if (reply.code === 'limit-reached' || reply.code === 'excluded') await loadLimits()
    return
  }
  const page = paymentPage(reply.url)
  $submission.set('leaving')
  toast('success', reply.message)
  takeOrder(reply.order)
  await new Promise((resolve) => setTimeout(resolve, LEAVE_MS))
  // The order holds the code now: whoever comes back would be told that it is used.
  if (!$isCrypto.get()) void enterCode('')
  location.assign(page)
}

function failed(fault: unknown, request: Request): void {
  console.error('The order could not be made', fault)
  unanswered = isUnanswered(fault) ? request : null
  $submission.set('failed')
  if (isSignedOut(fault)) askToSignIn()
}

/** Back from the payment page by the browser's own button: the form is there again. */
export function comeBack(): void {
  if ($submission.get() === 'leaving') $submission.set('idle')
}
