// The stand-in for trades at Steam: a page for each trade, and one for the stock.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../../game/base/language.ts'
import { acceptForms, formText } from '../../stand-in/form-bodies.ts'
import { protectReplies, sendDocument } from '../../stand-in/replies.ts'
import { choicesOf, OUTCOMES, type Outcome, tradeAfter } from './outcomes.ts'
import { stockPage, tradePage } from './page.ts'
import { type SandboxTradeStore, STOCKS, type Stock } from './trade-store.ts'

/** The path of the stand-in's pages. */
export const MOUNT = '/sandbox/trade'

const FORM_BYTES_MAX = 4_096
const REFERENCE = /^sbt_[A-Za-z0-9_-]{22}$/
const PARTNER = /^\d{1,10}$/

export interface TradeStandInOptions {
  readonly store: SandboxTradeStore
  readonly siteUrl: string
  readonly languageOf: (request: FastifyRequest) => Language
  /** Writes the item of a name at Steam's market in a language. */
  readonly itemText: (marketHashName: string, language: Language) => string
  readonly now: () => number
  /** Called with the reference of each trade that a visitor changed. */
  readonly onMove: (reference: string) => void
}

function refuse(reply: FastifyReply, problem: string): FastifyReply {
  return reply.code(400).type('text/plain; charset=utf-8').send(`${problem}\n`)
}

function isOutcome(text: string): text is Outcome {
  return OUTCOMES.some((outcome) => outcome === text)
}

function isStock(text: string): text is Stock {
  return STOCKS.some((stock) => stock === text)
}

function tradeRoutes(app: FastifyInstance, options: TradeStandInOptions): void {
  const { store, siteUrl, languageOf, itemText, now, onMove } = options
  const back = `${siteUrl}/dashboard?tab=withdrawals`

  app.get<{ Querystring: { offer?: unknown; partner?: unknown } }>('/', async (request, reply) => {
    const { offer, partner } = request.query
    const language = languageOf(request)
    if (typeof partner === 'string' && PARTNER.test(partner)) {
      const stock = await store.stock(partner)
      return sendDocument(reply, stockPage(language, { partner, stock, action: `${MOUNT}/stock` }))
    }
    const trade = typeof offer === 'string' && REFERENCE.test(offer) ? await store.trade(offer) : undefined
    if (trade === undefined) return refuse(reply, 'This is no trade of this site.')
    const page = { reference: String(offer), outcomes: choicesOf(trade, now()), action: `${MOUNT}/outcome` }
    const item = itemText(trade.marketHashName, language)
    return sendDocument(reply, tradePage(language, { ...page, trade, item }))
  })

  app.post('/outcome', async (request, reply) => {
    const fields = new URLSearchParams(formText(request))
    const [offer, outcome] = [fields.get('offer') ?? '', fields.get('outcome') ?? '']
    const trade = fields.size === 2 && REFERENCE.test(offer) ? await store.trade(offer) : undefined
    if (trade === undefined || (!isOutcome(outcome) && outcome !== 'cancel'))
      return refuse(reply, 'This is no choice of this page.')
    // A click on an outdated page changes nothing.
    if (isOutcome(outcome) && choicesOf(trade, now()).includes(outcome)) {
      await store.change(offer, tradeAfter(trade, outcome, now()))
      onMove(offer)
    }
    return reply.redirect(back, 303)
  })

  app.post('/stock', async (request, reply) => {
    const fields = new URLSearchParams(formText(request))
    const [partner, stock] = [fields.get('partner') ?? '', fields.get('stock') ?? '']
    if (fields.size !== 2 || !PARTNER.test(partner) || (!isStock(stock) && stock !== 'cancel'))
      return refuse(reply, 'This is no choice of this page.')
    if (isStock(stock)) await store.setStock(partner, stock)
    return reply.redirect(back, 303)
  })
}

/** The plugin; register it with the prefix `/sandbox/trade`. */
export async function tradeStandIn(app: FastifyInstance, options: TradeStandInOptions): Promise<void> {
  acceptForms(app, FORM_BYTES_MAX)
  protectReplies(app)
  tradeRoutes(app, options)
}
