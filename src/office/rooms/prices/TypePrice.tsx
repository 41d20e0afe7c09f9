// Another price of an item: what it would do while one types, and one press that writes it into a draft.
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import type { DraftReply, WrittenDraft } from '../../../protocol/office/drafts.ts'
import type { PricedItem } from '../../../protocol/office/prices.ts'
import { TextField } from '../../parts/Field.tsx'
import { plainMoney } from '../../parts/plain.ts'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { useSavedDraft } from '../../session/draft/use-draft.ts'
import { Fault } from '../../session/Fault.tsx'
import { useAct } from '../../session/use-act.ts'
import { Effects } from './Effects.tsx'
import { useEffects } from './effects-query.ts'
import styles from './prices.module.css'
import { usePricesSearch } from './search.ts'
import { centsOf, PRICE_LEAST, PRICE_MOST, usePriceWords } from './words.ts'

const route = getRouteApi('/frame/prices')

/** How long nobody has typed before the shop is asked. */
const PAUSE_MS = 300

/** Returns a value when it has stayed the same for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Returns the draft of the address, where prices can be written into it. */
function useOpenDraft(): DraftReply | undefined {
  const { draft } = usePricesSearch()
  const id = draft === undefined ? null : Number(draft)
  const { data } = useSavedDraft(id)
  const isOpen = data?.state === 'open' || data?.state === 'failed'
  return id !== null && isOpen && 'prices.json' in data.files ? data : undefined
}

/** Writes a price into the draft of the address, or into a new one. */
function useWrite(item: PricedItem, draft: DraftReply | undefined) {
  const { t } = useTranslation('officePrices')
  const { itemName } = usePriceWords()
  const navigate = route.useNavigate()
  const write = useAct(
    'drafts.write',
    (cents: number) =>
      api.post<WrittenDraft>('/prices/drafts', {
        draft: draft === undefined ? null : { id: draft.id, version: draft.version },
        title: t('draft.first-title', { name: itemName(item) }).slice(0, 120),
        prices: { [item.id]: cents },
      }),
    [['drafts'], ['prices', 'draft']],
  )
  const run = (cents: number): void =>
    write.mutate(cents, {
      onSuccess: ({ id }) =>
        void navigate({ search: (old) => ({ ...old, draft: String(id) }), replace: true, resetScroll: false }),
    })
  return { ...write, run }
}

export function TypePrice({ item }: { item: PricedItem }): ReactElement {
  const { t } = useTranslation('officePrices')
  const [text, setText] = useState(item.price === null ? '' : plainMoney(item.price))
  const draft = useOpenDraft()
  const typed = centsOf(text)
  const settled = useSettled(typed)
  const wanted = settled === item.price && item.held === null ? undefined : settled
  const { data, error, isFetching } = useEffects(item.id, wanted, draft?.id ?? null)
  const write = useWrite(item, draft)
  const waits =
    typed === undefined
      ? t('type.no-price', { least: formatMoney(PRICE_LEAST), most: formatMoney(PRICE_MOST) })
      : typed === item.price && item.held === null && draft === undefined
        ? t('type.same')
        : undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (typed !== undefined && waits === undefined) write.run(typed)
  }
  return (
    <section className={styles.part} aria-label={t('type.title')}>
      <h3>{t('type.title')}</h3>
      <form className={styles.typed} onSubmit={submit}>
        <TextField
          label={t('type.price')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <ActButton type="submit" tone="signal" verb="drafts.write" disabledReason={waits} busy={write.isPending}>
          {draft === undefined ? t('type.new-draft') : t('type.into-draft')}
        </ActButton>
      </form>
      <p className={styles.quiet}>{item.held === null ? t('type.help') : t('type.help-held')}</p>
      <Fault error={write.error ?? error} />
      {wanted === undefined || data === undefined ? null : (
        <div aria-busy={isFetching} role="status">
          <Effects label={t('type.effects')} effects={data.effects} same={data.same} />
        </div>
      )}
    </section>
  )
}
