// Asks for the passkey again when a call needs an assertion of the last minutes, and then repeats the call.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactElement, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Elements } from '../../islands/ui/own-element.tsx'
import type { FreshReply, SessionReply } from '../../protocol/office/session.ts'
import { Button } from '../parts/Button.tsx'
import { Dialog, DialogActions } from '../parts/Dialog.tsx'
import { api, OfficeError } from './api.ts'
import { Fault } from './Fault.tsx'
import { assertPasskey } from './passkeys.ts'
import { takeSession, useOwnSession, useTakeFresh } from './session.ts'

/** Resolves when the person has pressed their passkey; rejects when they have closed the dialog. */
type AskFresh = () => Promise<void>

const AskFreshContext = createContext<AskFresh | null>(null)

interface Waiting {
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

function FreshDialog({ waiting, onEnd }: { waiting: Waiting | null; onEnd: () => void }): ReactElement {
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

/** Has the dialog for everything below it. */
export function FreshGate({ children }: { children: Elements }): ReactElement {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const ask = (): Promise<void> => new Promise((resolve, reject) => setWaiting({ resolve, reject }))
  return (
    <AskFreshContext value={ask}>
      {children}
      <FreshDialog waiting={waiting} onEnd={() => setWaiting(null)} />
    </AskFreshContext>
  )
}

export function useAskFresh(): AskFresh {
  const ask = useContext(AskFreshContext)
  if (ask === null) throw new Error('An act outside of FreshGate')
  return ask
}
