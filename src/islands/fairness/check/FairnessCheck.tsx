// The check of a roll: by its id, by its values, or by a pasted proof; and of a battle by its link. The address may name the id
// (`?roll=…`, `?battle=…`).
import { useStore } from '@nanostores/react'
import { type ReactElement, type SubmitEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { $battleProof, closeBattleProof, loadBattleProof } from '../../../stores/battles/battle-proof.ts'
import { $proof, closeProof, loadProof } from '../../../stores/fairness/fairness.ts'
import { recordOf } from '../../../stores/fairness/record-of.ts'
import { island } from '../../island.tsx'
import { Late, latePart } from '../../late-part.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import styles from '../parts/fairness.module.css'
import { PastedProof } from './PastedProof.tsx'
import { Proof } from './Proof.tsx'
import { ValuesCheck } from './ValuesCheck.tsx'

const WAYS = ['id', 'values', 'proof'] as const

type Way = (typeof WAYS)[number]

const BattleProof = latePart(() => import('../battle/BattleProof.tsx'), 'BattleProof')

/** What is to be checked. */
interface Asked {
  readonly of: 'roll' | 'battle'
  readonly id: string
}

/** Reads an id, or an address that was pasted into the field. */
function readAsked(text: string): Asked {
  const [, name, id] = /[?&](roll|battle)=([^&#\s]*)/.exec(text) ?? []
  return { of: name === 'battle' ? 'battle' : 'roll', id: id ?? text.trim() }
}

function load({ of, id }: Asked): void {
  if (of === 'battle') {
    closeProof()
    void loadBattleProof(id)
  } else {
    closeBattleProof()
    void loadProof(id)
  }
}

function FairnessCheckView(): ReactElement {
  const { t } = useTranslation('fairness')
  const [way, setWay] = useState<Way>('id')
  return (
    <div className={styles.check}>
      <Segmented
        label={t('ways.label')}
        options={WAYS.map((value) => ({ value, label: t(`ways.${value}`) }))}
        value={way}
        onChange={setWay}
        className={styles.actions}
      />
      {way === 'id' && <ById />}
      {way === 'values' && <ValuesCheck />}
      {way === 'proof' && <PastedProof />}
    </div>
  )
}

function ById(): ReactElement {
  const { t } = useTranslation('fairness')
  const [typed, setTyped] = useState('')

  useEffect(() => {
    const asked = readAsked(location.search)
    if (asked.id === '') return
    setTyped(asked.of === 'roll' ? asked.id : location.href)
    load(asked)
  }, [])

  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const asked = readAsked(typed)
    if (asked.id === '') return
    history.replaceState(null, '', `?${asked.of}=${encodeURIComponent(asked.id)}`)
    setTyped(asked.of === 'roll' ? asked.id : location.href)
    load(asked)
  }

  return (
    <>
      <form className={styles.ask} onSubmit={submit}>
        <Field
          label={t('ask.label')}
          hint={t('ask.hint')}
          value={typed}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" tone="signal" icon="shield">
          {t('ask.action')}
        </Button>
      </form>
      <ProofState />
      <BattleState />
    </>
  )
}

function ProofState(): ReactElement | null {
  const { t } = useTranslation('fairness')
  const state = useStore($proof, { ssr: 'initial' })
  if (state.status === 'none') return null
  if (state.status === 'ready') {
    const { proof } = state
    return <Proof key={`${proof.id}${proof.serverSeed}`} record={recordOf(proof)} reply={proof} />
  }
  if (state.status === 'loading') return <Waiting />
  if (state.status === 'offline') return <Offline onRetry={() => void loadProof(state.id)} />
  return <Unknown title={t('unknown.title')} text={t('unknown.text')} />
}

function BattleState(): ReactElement | null {
  const { t } = useTranslation('fairness')
  const state = useStore($battleProof, { ssr: 'initial' })
  switch (state.status) {
    case 'none':
      return null
    case 'loading':
      return <Waiting />
    case 'offline':
      return <Offline onRetry={() => void loadBattleProof(state.id)} />
    case 'unknown':
      return <Unknown title={t('unknownBattle.title')} text={t('unknownBattle.text')} />
    case 'ready':
      return (
        <Late skeleton={<Waiting />}>
          <BattleProof key={state.id} reply={state.reply} receipt={state.receipt} />
        </Late>
      )
  }
}

function Waiting(): ReactElement {
  return (
    <div className={styles.panel} aria-busy="true">
      <Skeleton height={28} width="60%" />
      <Skeleton height={20} />
      <Skeleton height={20} />
      <Skeleton height={20} width="80%" />
    </div>
  )
}

function Offline({ onRetry }: { onRetry: () => void }): ReactElement {
  const { t } = useTranslation('common')
  return (
    <div className={styles.panel} role="status">
      <p className={styles.lost}>
        <Icon name="alert" />
        {t('errors.offline')}
      </p>
      <Button icon="refresh" onClick={onRetry}>
        {t('actions.retry')}
      </Button>
    </div>
  )
}

function Unknown({ title, text }: { title: string; text: string }): ReactElement {
  return (
    <div className={styles.panel} role="status">
      <p className={styles.lost}>
        <Icon name="search" />
        {title}
      </p>
      <p className={styles.quiet}>{text}</p>
    </div>
  )
}

export const FairnessCheck = island(FairnessCheckView)
