/** The key with which tests and the servers that they start encrypt secrets. */
export const TEST_KEY = 'a-key-for-tests-alone-of-more-than-32-letters';
