// The check of a proof that was pasted as JSON, from anywhere. It is untrusted data, and shown as text only.
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import styles from '../parts/fairness.module.css'
import { LongField } from './fields.tsx'
import { Proof } from './Proof.tsx'
import { type ReadProof, readProof } from './pasted.ts'

/** The most characters of a proof; an odds table of 40 items has about 4,000. */
const MOST_LETTERS = 200_000

export function PastedProof(): ReactElement {
  const { t } = useTranslation('fairness')
  const [text, setText] = useState('')
  const [read, setRead] = useState<ReadProof | null>(null)

  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    setRead(readProof(text))
  }

  const fault = (): string | undefined => {
    if (read === null || read.kind === 'record') return undefined
    return read.kind === 'field'
      ? t('fault.field', { field: read.field, fault: t(`fault.${read.field}`) })
      : t(`fault.${read.kind}`)
  }

  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        <LongField
          label={t('json.label')}
          hint={t('json.hint')}
          error={fault()}
          value={text}
          rows={6}
          maxLength={MOST_LETTERS}
          onChange={(value) => {
            setText(value)
            setRead(null)
          }}
        />
        <Button type="submit" tone="signal" icon="shield">
          {t('ask.action')}
        </Button>
      </form>
      {read?.kind === 'record' && <Proof record={read.record} reply={null} />}
    </>
  )
}
