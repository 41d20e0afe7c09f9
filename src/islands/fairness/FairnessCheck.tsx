// The check of a roll: by its id, by its values, or by a pasted proof. The address may name the id (`?roll=…`).
import { useStore } from '@nanostores/react'
import { type ReactElement, type SubmitEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { $proof, loadProof } from '../../stores/fairness/fairness.ts'
import { island } from '../island.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './fairness.module.css'
import { PastedProof } from './PastedProof.tsx'
import { Proof } from './Proof.tsx'
import { recordOf } from './record-of.ts'
import { ValuesCheck } from './ValuesCheck.tsx'

const WAYS = ['id', 'values', 'proof'] as const

type Way = (typeof WAYS)[number]

/** Returns the id in the address of the page, or in an address that was pasted into the field. */
function rollIdIn(text: string): string {
  const at = text.indexOf('roll=')
  return (at === -1 ? text : text.slice(at + 'roll='.length)).trim()
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
    const id = new URLSearchParams(location.search).get('roll')
    if (id === null) return
    setTyped(id)
    void loadProof(id)
  }, [])

  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const id = rollIdIn(typed)
    if (id === '') return
    setTyped(id)
    history.replaceState(null, '', `?roll=${encodeURIComponent(id)}`)
    void loadProof(id)
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
    </>
  )
}

function ProofState(): ReactElement | null {
  const { t } = useTranslation(['fairness', 'common'])
  const state = useStore($proof, { ssr: 'initial' })
  if (state.status === 'none') return null
  if (state.status === 'ready') {
    const { proof } = state
    return <Proof key={`${proof.id}${proof.serverSeed}`} record={recordOf(proof)} reply={proof} />
  }
  if (state.status === 'loading') {
    return (
      <div className={styles.panel} aria-busy="true">
        <Skeleton height={28} width="60%" />
        <Skeleton height={20} />
        <Skeleton height={20} />
        <Skeleton height={20} width="80%" />
      </div>
    )
  }
  const offline = state.status === 'offline'
  return (
    <div className={styles.panel} role="status">
      <p className={styles.lost}>
        <Icon name={offline ? 'alert' : 'search'} />
        {offline ? t('common:errors.offline') : t('unknown.title')}
      </p>
      {offline ? (
        <Button icon="refresh" onClick={() => void loadProof(state.id)}>
          {t('common:actions.retry')}
        </Button>
      ) : (
        <p className={styles.quiet}>{t('unknown.text')}</p>
      )}
    </div>
  )
}

export const FairnessCheck = island(FairnessCheckView)
