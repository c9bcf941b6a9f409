export { fullUsers, putPromotableUser as makePromotable } from './rows.ts'
