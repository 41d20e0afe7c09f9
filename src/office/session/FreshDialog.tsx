// The dialog that asks for the passkey again, loaded when an act first needs it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { FreshReply, SessionReply } from '../../protocol/office/session.ts'
import { Button } from '../parts/Button.tsx'
import { Dialog, DialogActions } from '../parts/Dialog.tsx'
import { api, OfficeError } from './api.ts'
import { Fault } from './Fault.tsx'
import { assertPasskey } from './passkeys.ts'
import { takeSession, useOwnSession, useTakeFresh } from './session.ts'

/** An act that waits for the passkey. */
export interface Waiting {
  readonly resolve: () => void
  readonly reject: (cause: OfficeError) => void
}

/** Makes a session fresh: by the passkey, or in a sandbox by one press of an owner who has none. */
function useFreshen(): () => Promise<void> {
  const { staff, mode } = useOwnSession()
  const takeFresh = useTakeFresh()
  const queries = useQueryClient()
  return async () => {
    if (mode === 'sandbox' && staff.passkeys === 0)
      takeSession(queries, await api.post<SessionReply>('/session/sandbox'))
    else takeFresh((await api.post<FreshReply>('/session/fresh', await assertPasskey())).freshUntil)
  }
}

export function FreshDialog({ waiting, onEnd }: { waiting: Waiting | null; onEnd: () => void }): ReactElement {
  const { t } = useTranslation('office')
  const { staff, mode } = useOwnSession()
  const freshen = useFreshen()
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: freshen })
  const isSandbox = mode === 'sandbox' && staff.passkeys === 0
  const end = (): void => {
    reset()
    onEnd()
  }
  const cancel = (): void => {
    waiting?.reject(new OfficeError({ code: 'cancelled', message: '' }))
    end()
  }
  const confirm = (): void =>
    mutate(undefined, {
      onSuccess: () => {
        waiting?.resolve()
        end()
      },
    })
  return (
    <Dialog open={waiting !== null} onClose={cancel} title={t('fresh.title')}>
      <p>{isSandbox ? t('fresh.sandbox') : t('fresh.why')}</p>
      <Fault error={error} />
      <DialogActions>
        <Button tone="signal" busy={isPending} onClick={confirm} autoFocus>
          {isSandbox ? t('fresh.confirm-sandbox') : t('fresh.confirm')}
        </Button>
        <Button onClick={cancel}>{t('cancel')}</Button>
      </DialogActions>
    </Dialog>
  )
}
