// The list of everything that waits for the player: why, since when, what it rests on, who decides, and what they can do.
import { useStore } from '@nanostores/react'
import { type ReactElement, use, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/base/language.ts'
import { itemName } from '../../game/catalogue/display-name.ts'
import { ACTION_OF, type WaitAction } from '../../game/withdrawal/waiting.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { waitDecisionWords, waitReasonWords, waitRestsWords } from '../../i18n/wait-words.ts'
import type { WaitEntry } from '../../protocol/waiting.ts'
import { $usualTimes, $waiting, loadWaiting, watchWaiting } from '../../stores/account/waiting.ts'
import { lateTexts } from '../late-texts.ts'
import { Icon } from '../ui/Icon.tsx'
import { ItemPicture } from '../ui/items/ItemPicture.tsx'
import { RowSkeletons } from '../ui/lists/RowSkeletons.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import styles from './waiting.module.css'

export function WaitingTab(): ReactElement {
  const { t, i18n } = useTranslation('waiting')
  use(lateTexts(i18n, 'waiting'))
  const waiting = useStore($waiting)
  useEffect(watchWaiting, [])
  if (waiting.status === 'loading') return <RowSkeletons label={t('loading')} count={3} height={104} />
  if (waiting.status === 'failed') {
    return <EmptyState icon="alert" text={t('failed')} onRetry={() => void loadWaiting()} />
  }
  if (waiting.waits.length === 0) return <EmptyState icon="check" title={t('none.title')} text={t('none.text')} />
  return <WaitList waits={waiting.waits} />
}

/** Renders what waits; texts are loaded. */
export function WaitList({ waits }: { readonly waits: readonly WaitEntry[] }): ReactElement {
  const { t } = useTranslation('waiting')
  return (
    <div className={styles.waiting}>
      <p className={styles.lead}>{t('lead')}</p>
      <ul className={styles.list}>
        {waits.map((entry) => (
          <WaitRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </div>
  )
}

/** Returns what a wait is about: the name of an item or a case, a limit, or the wait itself. */
function useTitle({ about, reason, amounts }: WaitEntry): string {
  const { t, i18n } = useTranslation('waiting')
  const language = i18n.language as Language
  if (about?.kind === 'item') return itemName(about.item, language)
  if (about?.kind === 'limit') return t(`title.raise.${about.window}`)
  if (about?.kind === 'game') {
    if (about.name !== null) return about.name[language]
    const { game } = about
    return game === 'wheel' || game === 'free_case' || game === 'raffle'
      ? t(`title.game.${game}`)
      : t('title.prize-price')
  }
  switch (reason) {
    case 'ban':
    case 'deposit-hold':
    case 'dispute':
    case 'fraud-warning':
    case 'deposit-check':
    case 'debt':
    case 'gift':
    case 'turnover':
    case 'kept-overpaid':
    case 'kept-partial':
    case 'time-out':
    case 'self-exclusion':
    case 'erasure':
    case 'new-card':
      return t(`title.${reason}`)
    default:
      return amounts === undefined ? t('title.ban') : t('title.kept')
  }
}

const ICONS: Readonly<Record<WaitEntry['subject'], string>> = {
  withdrawal: 'steam',
  item: 'clock',
  gifts: 'lock',
  payment: 'deposit',
  account: 'shield',
  limit: 'clock',
  game: 'pause',
}

function WaitRow({ entry }: { entry: WaitEntry }): ReactElement {
  const { t } = useTranslation('waiting')
  const usual = useStore($usualTimes, { ssr: () => null })
  const { about, since, subject } = entry
  const rests = waitRestsWords(entry, t)
  return (
    <li className={styles.row}>
      {about?.kind === 'item' ? (
        <span className={styles.picture} data-rarity={about.item.rarity}>
          <ItemPicture item={about.item} size="s" />
        </span>
      ) : (
        <span className={styles.mark}>
          <Icon name={ICONS[subject]} size={20} />
        </span>
      )}
      <div className={styles.words}>
        <p className={styles.what}>{t(`what.${subject}`)}</p>
        <h3 className={styles.title}>{useTitle(entry)}</h3>
        <p className={styles.why}>{waitReasonWords(entry, { t }, about?.kind === 'limit' ? about.next : null)}</p>
        {rests === null ? null : <p className={styles.rests}>{rests}</p>}
        <p className={styles.decided}>
          {since === null ? null : <span>{t('since', { at: formatDateTime(since) })}</span>}
          <strong>{waitDecisionWords(entry, { t, usual })}</strong>
        </p>
        <Action entry={entry} />
      </div>
    </li>
  )
}

/** Where an action leads; the others are words alone. */
const HREFS: Readonly<Partial<Record<WaitAction, string>>> = {
  support: '/dashboard?tab=letters&about=player',
  accept: '/dashboard?tab=withdrawals',
  choose: '/dashboard?tab=withdrawals',
  limits: '/protection',
  settings: '/dashboard?tab=settings',
}

const ID_LENGTH = 36

/** Returns where a player writes about what a person decides; null for what nobody does. */
function letterHref({ decided, subject, id }: WaitEntry): string | null {
  if (decided.by !== 'person') return null
  if (subject === 'withdrawal') return `/dashboard?tab=letters&about=withdrawal:${id}`
  // The id of a payment that waits ends with that of its order.
  return subject === 'payment' ? `/dashboard?tab=letters&about=order:${id.slice(-ID_LENGTH)}` : (HREFS.support ?? null)
}

function Action({ entry }: { entry: WaitEntry }): ReactElement | null {
  const { t } = useTranslation('waiting')
  const { reason, about } = entry
  const action = ACTION_OF[reason]
  const letter = letterHref(entry)
  if (action === null && letter !== null) {
    return (
      <p className={styles.action}>
        <a href={letter}>{t('action.write')}</a>
      </p>
    )
  }
  if (action === null) return about?.kind === 'game' ? <GameLink path={about.path} /> : null
  const href = HREFS[action]
  return (
    <p className={styles.action}>
      {href === undefined ? <span>{t(`action.${action}`)}</span> : <a href={href}>{t(`action.${action}`)}</a>}
    </p>
  )
}

function GameLink({ path }: { path: string }): ReactElement {
  const { t } = useTranslation('waiting')
  return (
    <p className={styles.action}>
      <a href={path}>{t('action.view')}</a>
    </p>
  )
}
