import { history, notice } from '../../locales/uk/replies.json'

export const TEXTS = { history, notice }
