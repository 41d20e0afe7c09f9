// The room Payments: its tabs, and what orders are marked with.

/** The tabs beside the orders. */
export const PAYMENT_TABS = ['kept', 'disputes', 'debts'] as const

export type PaymentTab = (typeof PAYMENT_TABS)[number]

/**
 * `question`: a person has to look into what the provider reported; `partial`: less than the charge arrived at first; `late`: paid after its
 * term; `bot`: of a bot of the sandbox, which no figures count.
 */
export const ORDER_MARKS = ['question', 'partial', 'late', 'bot'] as const

export type OrderMark = (typeof ORDER_MARKS)[number]

/** What happens to an order, as its history names it. `reported`: by its provider. */
export const ORDER_EVENTS = [
  'created',
  'reported',
  'paid',
  'kept',
  'kept-refunded',
  'kept-credited',
  'disputed',
  'won',
  'lost',
  'returned',
  'act',
] as const
