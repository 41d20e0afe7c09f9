import { history, notice } from '../../locales/ru/replies.json'

export const TEXTS = { history, notice }
