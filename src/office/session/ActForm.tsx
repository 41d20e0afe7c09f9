// The form of an act that may need a second person: closes when it is done, or says that it waits.
import type { QueryKey } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Elements } from '../../islands/ui/own-element.tsx'
import type { ActReply } from '../../protocol/office/common.ts'
import { Button, type ButtonProps } from '../parts/Button.tsx'
import { DialogActions } from '../parts/Dialog.tsx'
import type { Done } from './outcome.tsx'
import { Proposed } from './Proposed.tsx'
import { ReasonForm } from './ReasonForm.tsx'
import { useAct } from './use-act.ts'

interface ActFormProps {
  action: string
  tone?: ButtonProps['tone']
  /** What is said when it is done. */
  done: Done
  /** The call. */
  act: (reason: string) => Promise<ActReply | null>
  /** The keys of the queries whose data it changes. */
  changes: readonly QueryKey[]
  onClose: () => void
  /** Why it cannot be done yet. */
  disabledReason?: string | undefined
  /** What will happen, and further fields. */
  children: Elements
}

export function ActForm({
  action,
  tone,
  done,
  act,
  changes,
  onClose,
  disabledReason,
  children,
}: ActFormProps): ReactElement {
  const { t } = useTranslation('office')
  const { mutate, data, isPending, error } = useAct(done, act, changes)
  if (data?.outcome === 'proposed') {
    return (
      <>
        <Proposed expiresAt={data.expiresAt} />
        <DialogActions>
          <Button onClick={onClose}>{t('close')}</Button>
        </DialogActions>
      </>
    )
  }
  const run = (reason: string): void =>
    mutate(reason, {
      onSuccess: (reply) => {
        if (reply?.outcome !== 'proposed') onClose()
      },
    })
  return (
    <ReasonForm
      action={action}
      tone={tone}
      isPending={isPending}
      disabledReason={disabledReason}
      error={error}
      onAct={run}
      onCancel={onClose}
    >
      {children}
    </ReasonForm>
  )
}
