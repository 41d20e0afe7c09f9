// What happened to a player, in words. The types name every code that has none.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import type { NotificationKind } from '../../../game/base/notification-kinds.ts'
import type { TransferKind } from '../../../game/base/transfers.ts'
import { wornItemName } from '../../../game/catalogue/display-name.ts'
import type { ConversationOutcome, SignalKind } from '../../../game/office/safer-play.ts'
import type { WithdrawalState } from '../../../game/withdrawal/withdrawal.ts'
import { noticeFacts } from '../../../i18n/notice-words.ts'
import type { LimitWindow } from '../../../protocol/limits.ts'
import type { TimelineCode, TimelineEvent } from '../../../protocol/office/timeline.ts'
import type { OrderState } from '../../../protocol/payment.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Id } from '../../parts/Plain.tsx'
import { useReasonText } from '../../session/reason-text.ts'
import { useVerbText } from '../../session/verb-text.ts'
import styles from './players.module.css'

/** The part of a code before its first dot. */
type SourceOf<Code> = Code extends `${infer Source}.${string}` ? Source : Code

type Source = SourceOf<TimelineCode>

function partsOf(code: TimelineCode): readonly [source: Source, name: string] {
  const dot = code.indexOf('.')
  return dot === -1 ? [code as Source, ''] : [code.slice(0, dot) as Source, code.slice(dot + 1)]
}

/** The words of one event. */
export function EventText({ event }: { event: TimelineEvent }): ReactElement | null {
  const { what, reference, numbers = {}, caseName, item } = event
  const { t, i18n } = useTranslation(['officeEvents', 'replies'])
  const language = i18n.language as Language
  const verbText = useVerbText()
  const [source, name] = partsOf(what)
  switch (source) {
    case 'signIn':
    case 'banned':
    case 'unbanned':
    case 'note':
      return <span>{t(source)}</span>
    case 'transfer': {
      const facts = { name: caseName?.[language] ?? reference ?? '', count: Number(reference) || 1 }
      return <span>{t(`replies:history.${name as TransferKind}`, facts)}</span>
    }
    case 'order':
      return (
        <span>
          <span>{t('order-is')}</span> <Chip>{t(`order.${name as OrderState}`)}</Chip>
        </span>
      )
    case 'withdrawal':
      return (
        <span>
          <span>{t('withdrawal-is')}</span> <Chip>{t(`withdrawal.${name as WithdrawalState}`)}</Chip>{' '}
          {item === undefined ? null : <span>{wornItemName(item, language)}</span>}
        </span>
      )
    case 'letter':
      return <span>{t(`letter.${name as 'player'}`)}</span>
    case 'notice':
      return <span>{t(`replies:notice.${name as NotificationKind}.title`, noticeFacts(numbers))}</span>
    case 'exclusion':
      return <span>{t(`exclusion.${name as 'time-out'}`)}</span>
    case 'limit':
      return <span>{t(`limit.${name as LimitWindow}`)}</span>
    case 'signal':
      return <span>{t(`signal.${name as SignalKind}`)}</span>
    case 'conversation':
      return <span>{t(`conversation.${name as ConversationOutcome}`)}</span>
    case 'act':
      return <span>{verbText(name)}</span>
  }
}

/** Kinds whose remark is the reason of an act. */
const WITH_REASON: readonly TimelineEvent['kind'][] = ['act', 'ban']

/** What is to be said of an event: of a notice what the player read, of an act its reason. */
export function EventRemark({ event }: { event: TimelineEvent }): ReactElement | null {
  const { t } = useTranslation(['replies', 'officeEvents', 'officePlayers'])
  const reasonText = useReasonText()
  const { kind, what, remark, device, until, numbers = {}, by } = event
  const [source, name] = partsOf(what)
  if (source === 'notice') {
    return (
      <span className={styles.reason}>{t(`notice.${name as NotificationKind}.content`, noticeFacts(numbers))}</span>
    )
  }
  if (device !== undefined) {
    const { browser, system, address } = device
    const name = [browser, system].filter((part) => part !== null).join(' · ')
    return (
      <span className={styles.reason}>
        <span>{name === '' ? t('officeEvents:unknown-device') : name}</span> <Id id={address} />
      </span>
    )
  }
  if (until != null) {
    return (
      <span className={styles.reason}>
        <span>{t('officePlayers:holds.until')}</span> <Moment at={until} />
      </span>
    )
  }
  if (remark === null) return null
  const text = WITH_REASON.includes(kind) ? reasonText(remark, by?.isJob === true) : remark
  return <span className={styles.reason}>{text}</span>
}
