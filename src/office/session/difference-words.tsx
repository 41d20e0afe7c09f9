// Words for what differences and ledger entries name.
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { HouseAccountName } from '../../game/base/transfers.ts'
import { FILE_WHATS, type FileWhat } from '../../game/office/edition-lines.ts'
import { type Field, isField, MONEY_FIELDS } from '../../game/office/fields.ts'
import type { NoticeState, PlayerState, ProposalState, StaffState, Subject } from '../../game/office/subjects.ts'
import { isVerb } from '../../game/office/verbs.ts'
import type { WithdrawalState } from '../../game/withdrawal/withdrawal.ts'
import type { Proposal } from '../../protocol/office/proposals.ts'
import type { OrderState } from '../../protocol/payment.ts'
import { Money } from '../parts/Plain.tsx'
import styles from './difference-words.module.css'
import { useCodeText } from './reason-text.ts'

/** Returns a function that writes the name of a field in words; one that only an older row has is written as it is. */
export function useFieldText(): (field: string) => string {
  const { t } = useTranslation('officeFields')
  return (field) => (isField(field) ? t(`fields.${field}`) : field)
}

/** Returns a function that writes the state of a subject in words; one that is not known is written as it is. */
function useStateText(): (kind: Subject, state: string) => string {
  const { t, i18n } = useTranslation(['office', 'officePlayers', 'officeEvents'])
  return (kind, state) => {
    switch (kind) {
      case 'player':
        if (!i18n.exists(`officePlayers:states.${state}`)) return state
        return t(`officePlayers:states.${state as PlayerState}`)
      case 'staff':
      case 'proposal':
        if (!i18n.exists(`office:states.${state}`)) return state
        return t(`office:states.${state as StaffState | ProposalState}`)
      case 'order':
        if (!i18n.exists(`officeEvents:order.${state}`)) return state
        return t(`officeEvents:order.${state as OrderState}`)
      case 'withdrawal':
        if (!i18n.exists(`officeEvents:withdrawal.${state}`)) return state
        return t(`officeEvents:withdrawal.${state as WithdrawalState}`)
      case 'notice':
        if (!i18n.exists(`officeEvents:notice.${state}`)) return state
        return t(`officeEvents:notice.${state as NoticeState}`)
      default:
        return state
    }
  }
}

/** Returns the texts of a list that was written as JSON; any other text alone. */
function listOf(text: string): readonly string[] {
  return /^\[".*"\]$/.test(text) ? (JSON.parse(text) as string[]) : [text]
}

const isFileWhat = (text: string): text is FileWhat => (FILE_WHATS as readonly string[]).includes(text)

/** Fields whose values are codes of reasons. */
const CODE_FIELDS: readonly string[] = ['reason', 'review', 'hold'] satisfies readonly Field[]

/** Returns a function that writes a value of a field: money as money, a state and a role in words. Null is none. */
export function useValueNode(kind: Subject): (field: string, value: unknown) => ReactNode {
  const { t, i18n } = useTranslation(['officeFields', 'office', 'officeVerbs'])
  const stateText = useStateText()
  const codeText = useCodeText()
  return (field, value) => {
    if (value === null || value === undefined) return null
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (isField(field) && MONEY_FIELDS.includes(field) && /^-?\d+$/.test(text)) return <Money cents={Number(text)} />
    if (text === 'true') return t('yes')
    if (text === 'false') return t('no')
    if (field === 'state') return stateText(kind, text)
    if (field === 'role' && i18n.exists(`office:roles.${text}`)) return t(`office:roles.${text as 'owner'}`)
    if (CODE_FIELDS.includes(field)) return listOf(text).map(codeText).join(', ')
    if (field === 'changes' && isFileWhat(text)) return t(`changes.${text}`)
    if (field === 'verb' && isVerb(text)) return t(`officeVerbs:${text}`)
    return text
  }
}

const PLAYER = /^player:(\d+)$/
const HOUSE = /^house:(\w+)$/
const ESCROW = /^battle:/

/** The name of an account of the ledger in words. */
export function AccountName({ account }: { account: string }): ReactElement {
  const { t, i18n } = useTranslation('officeFields')
  const [, player] = PLAYER.exec(account) ?? []
  if (player !== undefined) {
    return (
      <Link to="/players" search={{ player }}>
        {`${t('accounts.player')} ${player}`}
      </Link>
    )
  }
  const [, house] = HOUSE.exec(account) ?? []
  if (house !== undefined && i18n.exists(`officeFields:accounts.house.${house}`))
    return <span title={account}>{t(`accounts.house.${house as HouseAccountName}`)}</span>
  return <span title={account}>{ESCROW.test(account) ? t('accounts.battle-escrow') : account}</span>
}

/** The entries that an act writes into the ledger. */
export function Entries({ entries }: Pick<Proposal, 'entries'>): ReactElement | null {
  const { t } = useTranslation('office')
  if (entries.length === 0) return null
  return (
    <>
      <h3>{t('entries')}</h3>
      <ul className={styles.entries}>
        {entries.map(({ account, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an account may have several entries; rows never move
          <li key={`${index}:${account}`}>
            <AccountName account={account} />
            <Money cents={amount} />
          </li>
        ))}
      </ul>
    </>
  )
}
