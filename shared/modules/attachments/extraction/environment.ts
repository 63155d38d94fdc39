/** Environment variables of functions that start jobs of Textract. */

/** ARN of the topic to which Textract publishes the end of jobs. */
export const textractTopicVariable = 'TEXTRACT_TOPIC_ARN';

/** ARN of the role that Textract assumes to publish. */
export const textractRoleVariable = 'TEXTRACT_ROLE_ARN';
