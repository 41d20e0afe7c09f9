// The form of an act: what will happen, further fields, the reason for the record.

import { type FormEvent, type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Elements } from '../../islands/ui/own-element.tsx'
import { Button, type ButtonProps } from '../parts/Button.tsx'
import { DialogActions } from '../parts/Dialog.tsx'
import { TextArea } from '../parts/Field.tsx'
import { Fault } from './Fault.tsx'

/** The least and the most letters of a reason (protocol/office/common.ts). */
const REASON = { least: 3, most: 500 } as const

interface ReasonFormProps {
  /** What the act does, and its fields. */
  children: Elements
  action: string
  /** What the words are, where they are not a reason. */
  label?: string
  /** Who reads it, where that is not the team alone. */
  hint?: string | undefined
  tone?: ButtonProps['tone']
  isPending: boolean
  /** Why it cannot be sent yet. */
  disabledReason?: string | undefined
  error: unknown
  onAct: (reason: string) => void
  onCancel: () => void
}

export function ReasonForm({
  children,
  action,
  label,
  hint,
  tone = 'signal',
  isPending,
  disabledReason,
  error,
  onAct,
  onCancel,
}: ReasonFormProps): ReactElement {
  const { t } = useTranslation('office')
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isPending && disabledReason === undefined) onAct(reason.trim())
  }
  return (
    <form onSubmit={submit} className="stack">
      {children}
      <TextArea
        label={label ?? t('reason')}
        hint={hint ?? t('reason-hint')}
        required
        minLength={REASON.least}
        maxLength={REASON.most}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Fault error={error} />
      <DialogActions>
        <Button type="submit" tone={tone} busy={isPending} disabledReason={disabledReason}>
          {action}
        </Button>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </DialogActions>
    </form>
  )
}
