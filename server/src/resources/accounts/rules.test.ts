import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Permission, permissions } from '@billposter/contract/language/permissions'
import { inOrder, permissionFaults, timezoneFaults } from './rules.ts'

test('POST_COMPOSER accompanies ACCOUNT_ADMIN, AD_MANAGER or CREATIVE_MANAGER and nothing else', () => {
  const accompanied = permissions.filter((held) => permissionFaults([held, 'POST_COMPOSER']).length === 0)
  assert.deepEqual(accompanied, ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER'])
})

test('POST_COMPOSER alone is refused, naming the parameter', () => {
  const [fault, ...others] = permissionFaults(['POST_COMPOSER'])
  assert.equal(fault?.code, 'INVALID_PARAMETER')
  assert.equal(fault?.parameter, 'permissions')
  assert.deepEqual(others, [])
})

test('every other permission stands by itself, and none at all is fine', () => {
  const alone: readonly Permission[] = permissions.filter((held) => held !== 'POST_COMPOSER')
  for (const held of alone) assert.deepEqual(permissionFaults([held]), [], held)
  assert.deepEqual(permissionFaults([]), [])
})

test('permissions are kept once each, the main one before POST_COMPOSER', () => {
  const asked: Permission[] = ['POST_COMPOSER', 'AD_MANAGER', 'POST_COMPOSER', 'AD_MANAGER']
  assert.deepEqual(inOrder(asked, permissions), ['AD_MANAGER', 'POST_COMPOSER'])
})

test('a time zone is one that can be computed with', () => {
  for (const zone of ['UTC', 'America/Los_Angeles', 'Asia/Kathmandu']) assert.deepEqual(timezoneFaults(zone), [], zone)
  for (const zone of ['Mars/Olympus', '', 'America/Los Angeles']) {
    assert.equal(timezoneFaults(zone)[0]?.parameter, 'timezone', zone)
  }
})
