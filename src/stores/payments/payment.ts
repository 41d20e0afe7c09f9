// The deposit form: currency, method, amount, and the order that leads to the payment page.
import { persistentAtom } from '@nanostores/persistent'
import { atom, computed } from 'nanostores'
import { type Cents, cents, sumCents } from '../../game/base/money.ts'
import {
  bonusOf,
  CURRENCIES,
  type Currency,
  convert,
  DEFAULT_CURRENCY,
  promoTotal,
} from '../../game/payments/deposit.ts'
import { readAmount, tidyAmount } from '../../i18n/amount.ts'
import { parseLanguage } from '../../i18n/language.ts'
import type { CreateBody } from '../../protocol/payment.ts'
import { loadLimits } from '../account/limits.ts'
import { $settings } from '../account/settings.ts'
import { get, isSignedOut, isUnanswered, post } from '../kernel/api.ts'
import { openLogin } from '../kernel/modals.ts'
import { randomId } from '../kernel/random-id.ts'
import { toast } from '../kernel/toasts.ts'
import { $user, askToSignIn } from '../kernel/user.ts'
import { applyOrder } from './orders.ts'
import { type Offer, readOffer, readOrdered } from './payment-replies.ts'
import { $checking, $code, $promo, enterCode } from './promo.ts'

export type Methods =
  | { readonly status: 'loading' }
  | ({ readonly status: 'ready' } & Pick<Offer, 'paymentMethods' | 'cryptoMethods'>)
  /** `message` in the server's words, null when there was no usable answer. */
  | { readonly status: 'failed'; readonly message: string | null }

/**
 * The parts of an answer that are the same for all currencies; they stay while the next one loads, so that amounts are converted at once.
 */
export type Terms = Pick<Offer, 'rates' | 'bonusPercent' | 'bonusMost' | 'isFirst'>

/** The price and the credit of the displayed amount. */
export interface Quote {
  readonly amount: Cents
  /** Minor units of the currency. */
  readonly charge: number
  readonly currency: Currency
  readonly percent: number
  /** The fixed sum of the code where that is the bonus; 0 for a percentage. */
  readonly sum: Cents
  /** The charge with the bonus on top, in units of the currency: '472.50'. */
  readonly total: string
  /** The credit: amount and bonus. */
  readonly credit: Cents
  /** What a bonus is at most, where that is less than its percentage of the amount; null otherwise. */
  readonly cutTo: Cents | null
}

/** 'leaving' once the order is made and the payment page opens; 'failed' when no usable answer came. */
export type Submission = 'idle' | 'asking' | 'leaving' | 'failed'

/** What prevents an order; the view words it in the player's language. */
export type Obstacle = 'no-method' | 'no-address' | 'no-amount'

/** The name of the method that represents all coins. */
export const CRYPTO = 'crypto'

/** How long the success message is shown before the browser leaves, in milliseconds. */
export const LEAVE_MS = 700

/** The currency that the player has chosen in this browser; empty for none. */
export const $chosenCurrency = persistentAtom<Currency | ''>('spacedrop:currency', '', {
  encode: (currency) => currency,
  decode: (text: unknown) => CURRENCIES.find((currency) => currency === text) ?? '',
})

/** The language of the page. */
const LANGUAGE = parseLanguage(typeof document === 'undefined' ? undefined : document.documentElement.lang) ?? 'en'

/** The currency of a player who has not chosen one: the shop's for the language of the page. */
export const $defaultCurrency = computed(
  $settings,
  (settings): Currency => settings?.defaultCurrency?.[LANGUAGE] ?? DEFAULT_CURRENCY,
)

export const $currency = computed(
  [$chosenCurrency, $defaultCurrency],
  (chosen, initial): Currency => (chosen === '' ? initial : chosen),
)

export const $methods = atom<Methods>({ status: 'loading' })

export const $terms = atom<Terms | null>(null)

/** The titles of methods and coins by name; orders contain names only. */
export const $titles = atom<Readonly<Record<string, string>>>({})

/** The names of the selected method and coin; null for none. */
export const $method = atom<string | null>(null)
export const $coin = atom<string | null>(null)

/** Dollars as they were typed; coins have an amount of their own. */
export const $sum = atom('')
export const $coinSum = atom('')

export const $submission = atom<Submission>('idle')

export const $isCrypto = computed($method, (method) => method === CRYPTO)

/** Why an order with the entered code is refused: the check refused it, or the amount is below its minimum. */
export type CodeProblem = 'refused' | 'small'

/** Null for no problem: without a code, before its check has ended, and for coins, which take no code. */
export const $codeProblem = computed(
  [$promo, $checking, $isCrypto, $sum],
  (promo, checking, isCrypto, sum): CodeProblem | null => {
    if (checking || isCrypto) return null
    if (promo.status === 'bad') return 'refused'
    const amount = readAmount(sum)
    return promo.status === 'good' && amount !== null && amount < promo.least ? 'small' : null
  },
)

/** The code that counts; null for none. Codes are not valid for coins. */
const $validCode = computed([$promo, $checking, $isCrypto, $codeProblem], (promo, checking, isCrypto, problem) =>
  promo.status === 'good' && !checking && !isCrypto && problem === null ? promo : null,
)

/** The bonus in percent: the greater of the code's and of the one without a code. */
export const $percent = computed([$terms, $validCode], (terms, code) =>
  Math.max(terms?.bonusPercent ?? 0, code?.percent ?? 0),
)

/** Null while there is no amount, or no rate for it. */
export const $quote = computed(
  [$terms, $currency, $isCrypto, $sum, $coinSum, $percent, $validCode],
  (terms, currency, isCrypto, typed, typedCoin, percent, code): Quote | null => {
    const amount = readAmount(isCrypto ? typedCoin : typed)
    if (amount === null || terms === null) return null
    const charge = convert(amount, currency, terms.rates)
    const uncut = cents(Math.floor((amount * percent) / 100))
    const most = terms.bonusMost === null ? uncut : cents(terms.bonusMost)
    const bonus = bonusOf(amount, percent, most)
    const sum = cents(code?.sum ?? 0)
    if (sum > bonus) {
      const total = promoTotal(charge, (sum * 100) / amount)
      return { amount, charge, currency, percent: 0, sum, total, credit: sumCents([amount, sum]), cutTo: null }
    }
    const isCut = uncut > most
    const total = promoTotal(charge, isCut ? (bonus * 100) / amount : percent)
    const credit = sumCents([amount, bonus])
    return { amount, charge, currency, percent, sum: cents(0), total, credit, cutTo: isCut ? most : null }
  },
)

let requests = 0

/** Reads the payment methods of the currency. */
export function loadMethods(): Promise<void> {
  $methods.set({ status: 'loading' })
  return readMethods()
}

/** Reads what an order of the player has changed: the bonus of the next deposit, and the state of the code. */
export async function refreshTerms(): Promise<void> {
  await Promise.all([readMethods(), enterCode($code.get())])
}

/** Only the answer to the newest request is shown. */
async function readMethods(): Promise<void> {
  const request = ++requests
  try {
    const reply = readOffer(await get<unknown>(`/payment/get?currency=${$currency.get()}`))
    if (request !== requests) return
    if (reply.success) showMethods(reply)
    else {
      toast('error', reply.message)
      $methods.set({ status: 'failed', message: reply.message })
    }
  } catch (fault) {
    console.error('Payment methods could not be read', fault)
    if (request === requests) $methods.set({ status: 'failed', message: null })
  }
}

/** Shows methods; a selected one stays selected where it is still offered. */
function showMethods({ paymentMethods, cryptoMethods, rates, bonusPercent, bonusMost, isFirst }: Offer): void {
  const offered = (name: string | null, list: readonly { name: string }[]): string | null =>
    list.some((method) => method.name === name) ? name : null
  $method.set(offered($method.get(), paymentMethods))
  $coin.set(offered($coin.get(), cryptoMethods))
  $terms.set({ rates, bonusPercent, bonusMost, isFirst })
  const titles = [...paymentMethods, ...cryptoMethods].map(({ name, title }) => [name, title] as const)
  $titles.set({ ...$titles.get(), ...Object.fromEntries(titles) })
  $methods.set({ status: 'ready', paymentMethods, cryptoMethods })
}

/** Sets the currency, and reads its payment methods. */
export async function chooseCurrency(currency: Currency): Promise<void> {
  if (isBusy() || currency === $currency.get()) return
  clearFailure()
  $chosenCurrency.set(currency)
  await loadMethods()
}

/** Reads the methods again when the shop's own default becomes known after them; returns the function that stops it. */
export function watchDefaultCurrency(): () => void {
  return $defaultCurrency.listen(() => {
    if ($chosenCurrency.get() === '') void loadMethods()
  })
}

/** Selects a method. For coins the server checks open crypto payments, which may have been paid. */
export function chooseMethod(name: string): void {
  if (isBusy()) return
  clearFailure()
  const isNewlyCrypto = name === CRYPTO && !$isCrypto.get()
  $method.set(name)
  if (!isNewlyCrypto) return
  post('/payment/create/cryptocloud', null).catch((fault: unknown) =>
    console.error('Open crypto payments could not be checked', fault),
  )
}

/** Selects a coin. */
export function chooseCoin(name: string): void {
  if (isBusy()) return
  clearFailure()
  $coin.set(name)
}

/** Sets the amount in dollars, as typed or tapped. */
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

/** The request without an answer; repeated, it has the same key, so that it cannot make a second order. */
let unanswered: Request | null = null

function isBusy(): boolean {
  const submission = $submission.get()
  return submission === 'asking' || submission === 'leaving'
}

/** The error of an order says nothing about another method. */
function clearFailure(): void {
  if ($submission.get() === 'failed') $submission.set('idle')
}

/** Returns the path of a call below /api; null for any other address, because calls contain the player's token. */
function callPath(apiUrl: string | null): string | null {
  const path = apiUrl?.replace(/^\/api(?=\/)/, '') ?? ''
  return /^\/(?![/\\])/.test(path) ? path : null
}

/** Returns the request of the form, or what prevents it. */
function toRequest(userId: number): Omit<Request, 'key'> | Obstacle {
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
  return again && unanswered !== null ? unanswered.key : randomId()
}

/** Returns the address where a payment continues; null when it has none that may be opened. */
export function payableUrl(url: string | null): string | null {
  try {
    return url === null ? null : paymentPage(url)
  } catch {
    return null
  }
}

/** Returns the address of the payment page; throws for anything but http and https (javascript:, data:). */
function paymentPage(url: string): string {
  const page = new URL(url, location.href)
  if (page.protocol !== 'https:' && page.protocol !== 'http:') throw new Error(`Not a payment page: ${page.protocol}`)
  return page.href
}

/**
 * Orders a deposit and goes to its payment page. Nothing happens while an order is being made.
 *
 * @param createdMessage shown for an order where the server sends no message
 * @returns what prevents the order; null when it was requested
 */
export async function submit(createdMessage: string): Promise<Obstacle | null> {
  const state = $user.get()
  if (isBusy()) return null
  if (state.status !== 'authorised') {
    openLogin()
    return null
  }
  const wished = toRequest(state.user.id)
  if (typeof wished === 'string') return wished
  const request = { ...wished, key: keyFor(wished) }
  $submission.set('asking')
  try {
    await answered(await post<unknown>(request.path, request.body, request.key), createdMessage)
    unanswered = null
  } catch (fault) {
    failed(fault, request)
  }
  return null
}

async function answered(answer: unknown, createdMessage: string): Promise<void> {
  const reply = readOrdered(answer)
  if (!reply.success) {
    $submission.set('idle')
    const isOfCode = reply.code?.startsWith('promo-') === true && !$isCrypto.get()
    if (isOfCode) await enterCode($code.get())
    // The line below a code says what is wrong with it.
    if (!isOfCode || $codeProblem.get() === null) toast('error', reply.message)
    if (reply.code === 'card-limit') await loadMethods()
    if (reply.code === 'limit-reached' || reply.code === 'excluded') await loadLimits()
    return
  }
  const page = paymentPage(reply.url)
  $submission.set('leaving')
  toast('success', reply.message || createdMessage)
  if (reply.order !== undefined) applyOrder(reply.order)
  await new Promise((resolve) => setTimeout(resolve, LEAVE_MS))
  // The order has used the code.
  if (!$isCrypto.get()) void enterCode('')
  location.assign(page)
}

function failed(fault: unknown, request: Request): void {
  console.error('The order could not be made', fault)
  unanswered = isUnanswered(fault) ? request : null
  $submission.set('failed')
  if (isSignedOut(fault)) askToSignIn()
}

/** Enables the form again, after the browser's back button. */
export function resetSubmission(): void {
  if ($submission.get() === 'leaving') $submission.set('idle')
}
