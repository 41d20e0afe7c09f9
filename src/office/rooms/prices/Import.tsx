// A list of prices, from a file or from the shop's own address: what it would do first, and then it is published.
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactElement, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { ListReply, PriceSourceReply } from '../../../protocol/office/prices.ts'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { useAskFresh } from '../../session/Fresh.tsx'
import { useAct, withFresh } from '../../session/use-act.ts'
import { Effects } from './Effects.tsx'
import styles from './prices.module.css'
import { usePriceWords } from './words.ts'

/** The most of a file, in bytes (protocol/office/prices.ts). */
const FILE_MOST = 16_000_000

/** A file, or null for the shop's address. */
interface Given {
  readonly file: { readonly name: string; readonly text: string } | null
  readonly force: boolean
}

type Moves = ListReply['changes']

function MoveList({ title, moves }: { title: string; moves: Moves }): ReactElement | null {
  const { t } = useTranslation('officePrices')
  const { itemName } = usePriceWords()
  if (moves.count === 0) return null
  return (
    <details className={styles.list}>
      <summary>{title}</summary>
      <ul className={styles.rows}>
        {moves.first.map((item) => (
          <li key={item.id}>
            {itemName(item)}:{' '}
            <span className="figures">
              {t('from-to', { before: formatMoney(item.before), after: formatMoney(item.after) })}
            </span>
          </li>
        ))}
      </ul>
      <More count={moves.count - moves.first.length} />
    </details>
  )
}

function NameList({ title, names }: { title: string; names: ListReply['unknown'] }): ReactElement | null {
  if (names.count === 0) return null
  return (
    <details className={styles.list}>
      <summary>{title}</summary>
      <ul className={styles.rows}>
        {names.first.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <More count={names.count - names.first.length} />
    </details>
  )
}

function More({ count }: { count: number }): ReactElement | null {
  const { t } = useTranslation('officePrices')
  return count === 0 ? null : <p className={styles.quiet}>{t('more', { count })}</p>
}

interface ListProps {
  list: ListReply
  onForce: (force: boolean) => void
  onPublished: () => void
  isReading: boolean
}

/** Returns what the button says, and why it may not be pressed. */
function usePublish({ list, onPublished }: Pick<ListProps, 'list' | 'onPublished'>) {
  const { t } = useTranslation('officePrices')
  const { id, edition, force, wrong, changesShop } = list
  const publish = () => api.post<ActReply>(`/prices/lists/${id}/publish`, { edition, force })
  const act = useAct('prices.import', publish, [['prices'], ['drafts'], ['shop-files']])
  return {
    ...act,
    label: wrong === null ? t('list-publish') : t('list-hold'),
    waits: changesShop ? undefined : t('list-nothing'),
    run: () => act.mutate(undefined, { onSuccess: onPublished }),
  }
}

function ListView({ list, onForce, onPublished, isReading }: ListProps): ReactElement {
  const { t } = useTranslation('officePrices')
  const { percent, count } = usePriceWords()
  const publish = usePublish({ list, onPublished })
  const { changes, held, unlisted, unknown, refused } = list
  return (
    <section className={styles.box} aria-label={t('list')}>
      <h2>{list.source}</h2>
      <p className={styles.line}>
        <span>{t('list-prices', { count: list.prices })}</span>
        {list.column === null ? null : (
          <span className={styles.quiet}>{t('list-column', { column: list.column })}</span>
        )}
        {list.lifted === 0 ? null : <span>{t('list-lifted', { count: list.lifted })}</span>}
      </p>
      {list.wrong === null ? null : (
        <div className={styles.wrong} role="alert">
          <p>{t('list-wrong')}</p>
          <p>
            {t(list.wrong.isDisputed ? 'list-disputed' : 'list-moved', {
              percent: percent(list.wrong.percent / 100),
              ratio: count(Number(list.wrong.ratio.toPrecision(3))),
            })}
          </p>
        </div>
      )}
      {list.failed.map((reason) => (
        <p key={reason} className={styles.wrong}>
          {reason}
        </p>
      ))}
      <MoveList title={t('list-changes', { count: changes.count })} moves={changes} />
      {list.force ? null : <MoveList title={t('list-held', { count: held.count, up: held.up })} moves={held} />}
      <NameList title={t('list-refused', { count: refused.count })} names={refused} />
      <NameList title={t('list-unknown', { count: unknown.count })} names={unknown} />
      <NameList title={t('list-unlisted', { count: unlisted.count })} names={unlisted} />
      <h3>{t('list-effects')}</h3>
      <Effects label={t('list-effects')} effects={list.effects} same={list.same} />
      {held.count === 0 && !list.force ? null : (
        <label className={styles.check}>
          <input type="checkbox" checked={list.force} onChange={({ target }) => onForce(target.checked)} />
          <span>{t('list-force')}</span>
        </label>
      )}
      <Fault error={publish.error} />
      <div className={styles.line}>
        <ActButton
          tone={list.force || list.wrong !== null ? 'danger' : 'signal'}
          verb="prices.import"
          disabledReason={publish.waits}
          busy={publish.isPending || isReading}
          onClick={publish.run}
        >
          {publish.label}
        </ActButton>
      </div>
    </section>
  )
}

export function Import(): ReactElement {
  const { t } = useTranslation('officePrices')
  const input = useRef<HTMLInputElement>(null)
  const askFresh = useAskFresh()
  const [given, setGiven] = useState<Given | null>(null)
  const [isLarge, setLarge] = useState(false)
  const source = useQuery({
    queryKey: ['prices', 'source'],
    queryFn: () => api.get<PriceSourceReply>('/prices/source'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const look = useMutation({
    mutationFn: (wanted: Given) => withFresh(() => api.post<ListReply>('/prices/lists', wanted), askFresh),
  })
  const begin = (wanted: Given): void => {
    setGiven(wanted)
    look.mutate(wanted)
  }
  const take = async (file: File | undefined): Promise<void> => {
    setLarge(file !== undefined && file.size > FILE_MOST)
    if (file === undefined || file.size > FILE_MOST) return
    begin({ file: { name: file.name, text: await file.text() }, force: false })
  }
  return (
    <div className="stack">
      <p className={styles.quiet}>{t('import-lead')}</p>
      <div className={styles.line}>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.json"
          aria-label={t('import-file')}
          onChange={({ target }) => {
            void take(target.files?.[0])
            // The same file can be chosen again after it was put right.
            target.value = ''
          }}
        />
        <ActButton verb="prices.import" busy={look.isPending} onClick={() => input.current?.click()}>
          {t('import-file')}
        </ActButton>
        <ActButton verb="prices.import" busy={look.isPending} onClick={() => begin({ file: null, force: false })}>
          {t('import-address', { name: source.data?.name ?? '…' })}
        </ActButton>
      </div>
      <div role="status">{look.isPending ? <p className={styles.quiet}>{t('import-reading')}</p> : null}</div>
      {isLarge ? <p className={styles.wrong}>{t('import-large')}</p> : null}
      <Fault error={look.error} />
      {look.data === undefined || given === null ? null : (
        <ListView
          key={look.data.id}
          list={look.data}
          isReading={look.isPending}
          onForce={(force) => begin({ ...given, force })}
          onPublished={() => {
            setGiven(null)
            look.reset()
          }}
        />
      )}
    </div>
  )
}
